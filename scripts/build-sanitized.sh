#!/bin/sh
# Builds everything, the fuzzers too, with address and undefined-behaviour
# sanitizers and assertions on, in build-sanitize; arguments go to ninja.
# clang: its checks are the ones libFuzzer works with, and compile faster.
#   scripts/build-sanitized.sh [NINJA-ARGUMENT...]
cd "$(dirname "$0")/.." || exit 1
BUILD_TYPE=Debug CMAKE_ARGUMENTS="-DSPARSEC_SANITIZE=ON \
  -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_C_COMPILER=clang-19" \
  scripts/build.sh build-sanitize "$@"
