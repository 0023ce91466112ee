#!/bin/sh
# build.sh RECIPES OUT CC...: compiles recipes/lobpcg, what solvers share and its
# kernels as they are.
set -eu
recipes=$1
out=$2
shift 2
"$@" -O1 -ffp-contract=off -Wno-unknown-pragmas -Wno-unused-parameter \
  -I "$recipes/solvers" -I "$recipes/solvers/plain" \
  "$recipes"/lobpcg/*.c "$recipes"/solvers/*.c \
  "$recipes/csb/csb-symmetric.c" "$recipes"/tall-skinny/*.c \
  "$recipes/gauss-seidel/symmetric.c" \
  "$recipes/ilu0/ilu0.c" "$recipes/ic0/ic0.c" \
  "$recipes/sptrsv/solve-lu.c" "$recipes/sptrsv/solve-cholesky.c" \
  -llapacke -lz -lm -o "$out"
