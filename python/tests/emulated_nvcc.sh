#!/bin/sh
# nvcc's place where there is none, or no GPU: compiles CUDA as C++20 for the CPU,
# against lib/Bench/emulation (docs/testing.md). Takes nvcc's options, and goes by
# the source, -I and -o. Without a source it makes the emulation itself, which
# $EMULATED_CUDA names to all other calls: plans and arrays have one memory.
set -eu
emulation=$(cd "$(dirname "$0")/../../lib/Bench/emulation" && pwd)
output='' source='' folder=.
while test $# -gt 0; do
  case $1 in
  -o) output=$2; shift ;;
  -I) folder=$2; shift ;;
  *.cu) source=$1 ;;
  esac
  shift
done
compile() { "${CXX:-g++}" -x c++ -std=c++20 -O1 -w -fopenmp -shared -fPIC -I "$emulation" -o "$output" "$@"; }
if test -z "$source"; then
  compile "$emulation"/*.cpp
else
  compile -iquote "$folder" "$source" -x none "$EMULATED_CUDA"
fi
