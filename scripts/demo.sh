#!/bin/sh
# Installs what is missing, builds, derives ELL, BCSR and DIA for
# recipes/spmv/spmv.c, compiles and runs them on real matrices, verifies every
# result against the original loops, and prints one table.
set -eu
cd "$(dirname "$0")/.."
scripts/install-deps.sh
scripts/build.sh build sparsec sparsec-bench
. scripts/bench-lib.sh

real=../shared/matrices/real
own=test/Inputs/matrices
bench ell -matrix $own/gr_30_30.mtx.gz
bench dia -matrix $own/gr_30_30.mtx.gz
if test -d "$real"; then
  bench ell -matrix $real/bench/shallow_water1.mtx.gz
  bench ell -matrix $real/small/cryg2500.mtx.gz
  bench dia -matrix $real/small/cryg2500.mtx.gz
  bench bcsr -matrix $real/bench/bcsstk16.mtx.gz -set r=3 -set c=3
  bench bcsr -matrix $real/bench/s3rmt3m3.mtx.gz -set r=2 -set c=2
else
  bench bcsr -matrix $own/nos3.mtx.gz -set r=2 -set c=2
fi
bench ell -generate stencil2d:500
bench dia -generate stencil2d:500
bench bcsr -generate blocks:20000,6,6,4 -set r=6 -set c=6

echo
echo "y += A x: the loops as written against what the recipes made of them, 1 thread."
echo "All results agree; 'in runs' is the inspector's time in runs of the original."
echo
test ! -s "$rows" || python3 scripts/print-table.py "$rows"
test "$status" -eq 0 || echo "demo: a run failed, see above" >&2
exit "$status"
