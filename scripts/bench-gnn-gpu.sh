#!/bin/sh
# Writes programs that verify and time the recipes of recipes/gnn/ on a GPU
# elsewhere, where nvcc is and sparsec need not be:
#   scripts/bench-gnn-gpu.sh FOLDER [ARCH]
# and there, `sh run-all.sh`: build.sh and run.sh of each folder in turn; what they
# print is in FOLDER/*/table.txt. FEATURES="32 64 128" sets the numbers of features,
# GRAPHS the inputs, BENCH the sparsec-bench to use.
set -eu
. "$(dirname "$0")/bench-gpu-lib.sh"
out=$1
arch=${2:-sm_90}
bench=${BENCH:-build/bin/sparsec-bench}
features=${FEATURES:-32 64 128}
graphs=${GRAPHS:--generate uniform:100000,16 -generate rmat:16,32}
gnn=$(dirname "$0")/../recipes/gnn
mkdir -p "$out"

# emit NAME SOURCE RECIPE OPTIONS...
emit() {
  name=$1 source=$2 recipe=$3
  shift 3
  # shellcheck disable=SC2086 # several options
  "$bench" "$gnn/$source.c" -recipe "$gnn/$recipe.script" -target cuda \
    -gpu-arch "$arch" $graphs -emit-driver "$out/$name" "$@"
}

for f in $features; do
  for vector in 1 4; do
    set -- -arg "features=$f" -set "vector=$vector"
    emit "sum-$f-v$vector" spmm-sum sum "$@"
    emit "sum-split-$f-v$vector" spmm-sum sum-split "$@"
    emit "mean-$f-v$vector" spmm-mean sum "$@"
    emit "max-$f-v$vector" spmm-max extremum "$@" -exact
  done
  emit "half-$f" spmm-half sum -arg "features=$f"
  emit "dot-$f" sddmm-dot edges -arg "features=$f"
  emit "transformer-$f" transformer attention -arg "features=$f" -arg scale=0.1
  emit "gat-$f" gat attention -arg "features=$f" -arg heads=4 -arg slope=0.2
done
emit sum-41 spmm-sum sum -arg features=41
emit sum-1 spmm-sum sum -arg features=1 -set lanes=8

write_run_all "$out"
