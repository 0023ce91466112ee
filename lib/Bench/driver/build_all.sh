#!/bin/sh
# Builds make_cases and every driver, side by side. CC, CXX and NVCC name other
# compilers.
cd "$(dirname "$0")" || exit
"${CXX:-g++}" -std=c++20 -O2 -I make make/*.cpp -o make/make_cases || exit
jobs=
for folder in [0-9]*/; do
  sh "$folder/build.sh" >"$folder/build.log" 2>&1 &
  jobs="$jobs $!:$folder"
done
status=0
for job in $jobs; do
  wait "${job%%:*}" && continue
  echo "error: ${job#*:} does not build:"
  cat "${job#*:}/build.log"
  status=1
done
exit "$status"
