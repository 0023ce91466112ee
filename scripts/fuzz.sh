#!/bin/sh
# Builds the fuzzers and runs each of them on its corpus and the tests' inputs.
#   scripts/fuzz.sh [-fast | -merge] [SECONDS [NAME...]]     (60; all of them)
# They are those of the build with sanitizers (as check.sh --sanitize makes it); with
# -fast, of the plain build, where an input takes a tenth of the time. What is found
# stays in FOLDER/found. -merge runs none: it adds to test/Fuzz/corpus what earlier
# runs (-fast) have kept in build/seeds and shows something new.
set -u
cd "$(dirname "$0")/.."
folder=build-sanitize
mode=
case ${1:-} in -fast | -merge)
  mode=$1
  folder=build
  shift
  ;;
esac
seconds=${1:-60}
test $# -eq 0 || shift
test $# -gt 0 || set -- MatrixMarket Pragma Loops Source Recipe Composition
failed=0

targets=
for name; do targets="$targets fuzz-$name"; done
# shellcheck disable=SC2086 # a list of words
if test "$folder" = build; then
  scripts/build.sh build $targets || exit 1
else
  scripts/build-sanitized.sh $targets || exit 1
fi

# seeds NAME: copies of the tests' inputs of that kind.
seeds() {
  mkdir -p "$folder/seeds/$1" $folder/found
  case $1 in
  MatrixMarket) find test recipes -name '*.mtx' -size -20k ! -path 'test/Fuzz/*' ;;
  Loops) find test -name '*.loops' ;;
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
  corpus=test/Fuzz/corpus/$name
  mkdir -p "$corpus"
  if test "$mode" = -merge; then
    "$folder/bin/fuzz-$name" -merge=1 "$corpus" "$folder/seeds/$name" || failed=1
    continue
  fi
  seeds "$name"
  echo "== $name"
  "$folder/bin/fuzz-$name" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 \
    -max_len=2048 -artifact_prefix="$folder/found/$name-" -verbosity=0 -reload=0 \
    -close_fd_mask=3 -print_funcs=0 -print_final_stats=1 "$folder/seeds/$name" \
    "$corpus" || failed=1
done
exit $failed
