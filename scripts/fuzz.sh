#!/bin/sh
# Builds the fuzzers with clang in build-fuzz and runs each of them, the tests'
# inputs as seeds. What it finds stays in build-fuzz/found.
#   scripts/fuzz.sh [SECONDS [NAME...]]      (60; MatrixMarket Pragma Source Recipe)
set -u
cd "$(dirname "$0")/.."
seconds=${1:-60}
test $# -eq 0 || shift
test $# -gt 0 || set -- MatrixMarket Pragma Source Recipe
folder=build-fuzz
failed=0

targets=
for name; do targets="$targets fuzz-$name"; done
cmake -S . -B $folder -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSPARSEC_FUZZ=ON \
  -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_C_COMPILER=clang-19 \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 >/dev/null || exit 1
# shellcheck disable=SC2086 # a list of words
ninja -C $folder $targets || exit 1

# seeds NAME: copies of the tests' inputs of that kind.
seeds() {
  mkdir -p "$folder/seeds/$1" $folder/found
  case $1 in
  MatrixMarket) find test recipes -name '*.mtx' -size -20k ;;
  Source) find test recipes -name '*.c' ! -path '*/CodeGen/*' ;;
  Recipe) find test recipes -name '*.script' ;;
  Pragma)
    grep -rhoE '#pragma sparsec .*' test recipes --include='*.c' |
      sed 's/#pragma sparsec //' | sort -u | split -l 1 - "$folder/seeds/$1/fact-"
    ;;
  esac | while read -r file; do
    cp "$file" "$folder/seeds/$1/$(echo "$file" | tr / -)"
  done
}

for name; do
  seeds "$name"
  echo "== $name"
  "$folder/bin/fuzz-$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 \
    -max_len=4096 -artifact_prefix="$folder/found/$name-" -verbosity=0 \
    -close_fd_mask=3 "$folder/seeds/$name" || failed=1
done
exit $failed
