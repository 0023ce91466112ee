#!/bin/sh
# Installs what is missing, builds, derives ELL, BCSR and DIA for
# recipes/spmv/spmv.c, compiles and runs them on real matrices, verifies every
# result against the original loops, and prints one table.
set -eu
cd "$(dirname "$0")/.."
scripts/install-deps.sh
scripts/build.sh build sparsec sparsec-bench

real=../shared/matrices/real
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# run RECIPE INPUT-OPTION INPUT [OPTION...]: one row of the table.
run() {
  recipe=$1 kind=$2 input=$3
  shift 3
  echo "demo: $recipe on $input" >&2
  if build/bin/sparsec-bench recipes/spmv/spmv.c \
    -recipe "recipes/spmv/$recipe.script" "$kind" "$input" \
    -csv "$work/row.csv" "$@" >"$work/log" 2>&1; then
    tail -n +2 "$work/row.csv" >>"$work/rows.csv"
  else
    cat "$work/log" >&2
    status=1
  fi
  test ! -s "$work/row.csv" || head -n 1 "$work/row.csv" >"$work/head.csv"
}

if test -d "$real"; then
  run ell -matrix "$real/bench/shallow_water1.mtx.gz"
  run ell -matrix "$real/small/cryg2500.mtx.gz"
  run bcsr -matrix "$real/bench/bcsstk16.mtx.gz" -set r=3 -set c=3
  run bcsr -matrix "$real/bench/s3rmt3m3.mtx.gz" -set r=2 -set c=2
  run dia -matrix "$real/small/cryg2500.mtx.gz"
  run dia -matrix "$real/small/gr_30_30.mtx.gz"
else
  run ell -matrix test/Inputs/matrices/gr_30_30.mtx.gz
  run bcsr -matrix test/Inputs/matrices/nos3.mtx.gz -set r=2 -set c=2
  run dia -matrix test/Inputs/matrices/gr_30_30.mtx.gz
fi
run ell -generate stencil2d:1000
run bcsr -generate blocks:20000,6,6,4 -set r=6 -set c=6
run dia -generate stencil2d:1000

echo
test ! -f "$work/rows.csv" ||
  cat "$work/head.csv" "$work/rows.csv" | column -s, -t
test "$status" -eq 0 || echo "demo: a run failed, see above" >&2
exit "$status"
