#!/bin/sh
# Fails where a function has more than 60 lines: clang-tidy decides, in the files
# that scripts/long-blocks.py leaves (on all of them it takes a quarter of an hour).
#   scripts/function-sizes.sh [FILE...]     those of lib, include and tools
set -eu
cd "$(dirname "$0")/.."
if test $# -eq 0; then
  # shellcheck disable=SC2046 # no file has a blank in its name
  set -- $(find lib include tools -name '*.cpp' -o -name '*.h')
fi
files=$(scripts/long-blocks.py "$@")
test -n "$files" || exit 0
cmake -S . -B build -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
log=build/function-sizes.log
# The build is gcc's: its warnings and its precompiled headers are not clang's.
printf '%s\n' "$files" | xargs -P "$(nproc)" -n 1 clang-tidy-19 -p build --quiet \
  --config='{Checks: "-*,readability-function-size", WarningsAsErrors: "*",
             CheckOptions: {readability-function-size.LineThreshold: 60}}' \
  --extra-arg=-Wno-everything >"$log" 2>&1 || {
  cat "$log"
  exit 1
}
