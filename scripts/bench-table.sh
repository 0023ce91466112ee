#!/bin/sh
# Times BCSR, DIA and ELL on the matrices that suit them, with one thread and two
# (THREADS=1,2,4 for others): writes CSV and prints the ratios to the original
# loop, compiled with the same flags and timed in the same process. Give it an
# idle machine; it takes about three minutes.
#   scripts/bench-table.sh [OUT.csv]
set -eu
cd "$(dirname "$0")/.."
out=${1:-build/bench-table.csv}
scripts/build.sh build sparsec sparsec-bench >/dev/null
. scripts/bench-lib.sh

threads=${THREADS:-1,2}
real=../shared/matrices/real/bench
blocks() {
  bench bcsr "$1" "$2" -set r="$3" -set c="$3" -threads "$threads"
}
stencil() {
  for recipe in ell dia; do
    bench "$recipe" "$@" -threads "$threads"
  done
}

if test -d "$real"; then
  blocks -matrix "$real/bcsstk16.mtx.gz" 3
  blocks -matrix "$real/s3rmt3m3.mtx.gz" 2
  bench ell -matrix "$real/shallow_water1.mtx.gz" -threads "$threads"
  bench ell -matrix "$real/wang4.mtx.gz" -threads "$threads"
else
  echo "bench-table: no $real, generated matrices only" >&2
fi
blocks -generate blocks:20000,3,3,8 3
blocks -generate blocks:10000,6,6,8 6
stencil -generate stencil2d:700
stencil -generate stencil2d9:700
stencil -generate stencil3d:70
stencil -generate stencil3d27:50
stencil -generate banded:300000,5

test ! -s "$rows" || {
  cp "$rows" "$out"
  echo
  python3 scripts/print-table.py "$rows" --ratios
  echo "written to $out"
}
exit "$status"
