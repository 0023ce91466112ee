#!/bin/sh
# Races the SpMV recipes, the peers of cpubench and Intel MKL in one process.
#   scripts/bench-spmv.sh CPUBENCH MKL [run.sh's options, such as --matrix=fem3x3]
# CPUBENCH is shared/bench/cpu; MKL a virtual environment with "pip install mkl
# mkl-include", which it becomes if need be. Candidates and the peer are built in
# CPUBENCH/build with -march=$MARCH (native).
set -eu
[ $# -ge 2 ] || { echo "usage: $0 CPUBENCH MKL [options]" >&2; exit 2; }
cpubench=$1 mkl=$2
shift 2
here=$(cd "$(dirname "$0")/.." && pwd)
if ! test -e "$mkl/lib"; then
  python3 -m venv "$mkl"
  "$mkl/bin/pip" install --quiet mkl mkl-include
fi
made=$cpubench/build/candidates
mkdir -p "$made"
flags="-O3 -march=${MARCH:-native} -shared -fPIC -fopenmp -I$cpubench/include"
# shellcheck disable=SC2086
g++ -std=c++17 $flags -I"$mkl/include" "$here/scripts/mkl-peer.cpp" \
  "$mkl"/lib/libmkl_intel_lp64.so.* "$mkl"/lib/libmkl_gnu_thread.so.* \
  "$mkl"/lib/libmkl_core.so.* -Wl,-rpath,"$mkl/lib" -o "$made/mkl.so"
# candidate NAME RECIPE [sparsec options]
candidate() {
  name=$1 recipe=$2
  shift 2
  "$here/scripts/bench-candidate.sh" "$here/recipes/spmv/spmv.c" \
    "$here/recipes/spmv/$recipe.script" "$made/$name.c" "$@"
  # shellcheck disable=SC2086
  gcc $flags -w "$made/$name.c" -lm -o "$made/$name.so"
}
candidate csr-vector csr-vector
candidate sell-sorted sell-sorted
candidate bcsr3 bcsr
candidate bcsr6 bcsr -set r=6 -set c=6
candidate dia dia
candidate sell sell
candidate dia-csr dia-csr
candidate hyb hyb
test -n "${BUILD_ONLY:-}" && exit
for one in "$made"/*.so; do set -- --candidate "$one" "$@"; done
exec "$cpubench/run.sh" "$@"
