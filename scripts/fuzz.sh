#!/bin/sh
# Builds the fuzzers in build-sanitize (as check.sh --sanitize does) and runs each
# of them, the tests' inputs as seeds. What it finds stays in build-sanitize/found.
#   scripts/fuzz.sh [SECONDS [NAME...]]      (60; MatrixMarket Pragma Source Recipe)
set -u
cd "$(dirname "$0")/.."
seconds=${1:-60}
test $# -eq 0 || shift
test $# -gt 0 || set -- MatrixMarket Pragma Source Recipe
folder=build-sanitize
failed=0

targets=
for name; do targets="$targets fuzz-$name"; done
# shellcheck disable=SC2086 # a list of words
scripts/build-sanitized.sh $targets || exit 1

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
    -close_fd_mask=3 -print_funcs=0 -print_final_stats=1 "$folder/seeds/$name" || failed=1
done
exit $failed
