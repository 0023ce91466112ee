#!/bin/sh
# Builds make_cases and every driver, side by side, and of these what times them
# in turns. CC, CXX and NVCC name other compilers.
cd "$(dirname "$0")" || exit
"${CXX:-g++}" -std=c++20 -O2 -I make make/*.cpp -o make/make_cases || exit
status=0

# build FOLDER...: those that there are.
build() {
  jobs=
  for folder; do
    test -d "$folder" || continue
    sh "$folder/build.sh" >"$folder/build.log" 2>&1 &
    jobs="$jobs $!:$folder"
  done
  for job in $jobs; do
    wait "${job%%:*}" && continue
    echo "error: ${job#*:} does not build:"
    cat "${job#*:}/build.log"
    status=1
  done
}

build [0-9]*/
test "$status" -ne 0 || build turns/ gpu-turns/
exit "$status"
