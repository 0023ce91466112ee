#!/bin/sh
# Writes programs that verify and time the recipes of recipes/gnn/ on a GPU
# elsewhere, where nvcc is and sparsec need not be:
#   scripts/bench-gnn-gpu.sh FOLDER [ARCH]
# and there, `sh run-all.sh`: build.sh and run.sh of each folder in turn; what they
# print is in FOLDER/*/table.txt. FEATURES="32 64 128" sets the numbers of features,
# GRAPHS the inputs, BENCH the sparsec-bench to use.
set -eu
. "$(dirname "$0")/bench-gpu-lib.sh"
need_arguments 1 "$@"
out=$1
arch=${2:-sm_90}
bench=${BENCH:-build/bin/sparsec-bench}
features=${FEATURES:-32 64 128}
graphs=${GRAPHS:--generate uniform:100000,16 -generate rmat:16,32}
gnn=$(dirname "$0")/../recipes/gnn
mkdir -p "$out"

# emit NAME SOURCE RECIPE OPTIONS...: the recipe and those of $beside, in one program.
beside=
emit() {
  name=$1 source=$2 recipe=$3
  shift 3
  for other in $beside; do
    set -- "$@" -recipe "$gnn/$other.script"
  done
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
  # Attention: a block a node; in one kernel with scores in shared memory, by steps.
  for heads in 1 4 8; do
    set -- -arg "features=$f" -arg "heads=$heads"
    emit "transformer-$heads-$f" transformer-heads attention "$@" -arg scale=0.1
    emit "gat-$heads-$f" gat attention "$@" -arg slope=0.2
    beside=attention-steps
    for lanes in 8 16 32; do
      set -- -arg "features=$f" -arg "heads=$heads" -set vector=4 -set "lanes=$lanes"
      emit "transformer-$heads-$f-l$lanes" transformer-heads attention-shared "$@" -arg scale=0.1
      emit "gat-$heads-$f-l$lanes" gat attention-shared "$@" -arg slope=0.2
    done
    beside=
  done
done
emit sum-41 spmm-sum sum -arg features=41
emit sum-1 spmm-sum sum -arg features=1 -set lanes=8

write_run_all "$out"
