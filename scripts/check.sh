#!/bin/sh
# Installs what is missing, builds, and runs every test, the fast ones first:
# lint, GoogleTests and lit, the docs build. Ends with
# the plain line `N passed, N failed`; exit status 0 only when nothing failed.
#   scripts/check.sh [--sanitize]
# --sanitize runs all tests once more, built by scripts/build-sanitized.sh; it more
# than doubles the time, so CI leaves it out (docs/testing.md).
set -u
cd "$(dirname "$0")/.."
sanitize=${1:-}
jobs=$(nproc)
passed=0
failed=0

start=$(date +%s)
stage() {
  echo "== $1 (after $((($(date +%s) - start) / 60)) min)"
}

finish() {
  echo "$passed passed, $failed failed"
  test "$failed" -eq 0
  exit
}

# check NAME COMMAND...: one test that is not in ctest.
check() {
  name=$1
  shift
  stage "$name"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
  fi
}

# The same, for what everything after it needs.
require() {
  before=$failed
  check "$@"
  test "$failed" -eq "$before" || finish
  passed=$((passed - 1)) # a step, not a test
}

# run_tests FOLDER: ctest, counting every GoogleTest and every lit test.
run_tests() {
  stage "tests in $1"
  rm -f "$1/ctest.xml" "$1/lit.xml"
  LIT_OPTS="--xunit-xml-output=$PWD/$1/lit.xml" \
    ctest --test-dir "$1" -j "$jobs" --output-on-failure --no-tests=error \
    --output-junit "$PWD/$1/ctest.xml" >"$1/ctest.log" 2>&1 ||
    tail -n 400 "$1/ctest.log"
  counts=$(python3 scripts/count-tests.py "$1/ctest.xml" "$1/lit.xml") ||
    counts="0 1"
  passed=$((passed + ${counts% *}))
  failed=$((failed + ${counts#* }))
  echo "$1: ${counts% *} passed, ${counts#* } failed"
}

wheel() {
  scripts/wheel.sh build && scripts/test-wheel.sh build
}

documentation() {
  sphinx-build -W --keep-going -q -b html docs build/docs
}

require "packages" scripts/install-deps.sh
require "build" scripts/build.sh build
check "lint" scripts/lint.sh
run_tests build
check "documentation" documentation
check "wheel for Python" wheel
if test "$sanitize" = --sanitize; then
  require "build with sanitizers" scripts/build-sanitized.sh
  run_tests build-sanitize
fi
finish
