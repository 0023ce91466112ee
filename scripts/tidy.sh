#!/bin/sh
# clang-tidy on the given files, or on the .cpp files that differ from a branch
# (about 20 s a file): scripts/tidy.sh [FILE...]; BASE=main
set -eu
cd "$(dirname "$0")/.."
cmake -S . -B build -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
test $# -gt 0 || set -- $(git diff --name-only --diff-filter=d \
  "${BASE:-main}" -- 'lib/*.cpp' 'tools/*.cpp')
# The build is gcc's, and so are its warnings and what it precompiles.
test $# -eq 0 || clang-tidy-19 -p build --quiet \
  --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-ignored-gch "$@"
