#!/bin/sh
# Configures and builds; arguments after the folder go to ninja.
#   scripts/build.sh [FOLDER [NINJA-ARGUMENT...]]
# BUILD_TYPE (Release) and CMAKE_ARGUMENTS (words) adjust the configuration.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-build}
test $# -eq 0 || shift

mkdir -p "$folder"
scripts/build-isl.sh "$folder/isl"
# shellcheck disable=SC2086 # a list of words
cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE="${BUILD_TYPE:-Release}" \
  ${CMAKE_ARGUMENTS:-} >"$folder/configure.log" 2>&1 || {
  cat "$folder/configure.log" >&2
  exit 1
}
ninja -C "$folder" "$@"
