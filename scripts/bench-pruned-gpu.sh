#!/bin/sh
# SpMM with weights that are left of pruned layers: rows as traces (TCA), windows of
# rows, what the inspector chooses and rows without matrix instructions, in TF32 (or
# floats) and halves, beside cuSPARSE and what other plugins bring, in one run.
#   scripts/bench-pruned-gpu.sh BENCH FOLDER [SPARSEC-FOLDER]
# BENCH: a copy of ../shared/bench/gpu, in which `make` has been run.
# FOLDER: gets a plugin for each variant, compiled by nvcc for GPU_ARCH (sm_90 unless
# set), a program that makes the matrices, and run.sh, which measures on a GPU:
#   [BENCH=..] [OUT=FOLDER] sh FOLDER/run.sh [peer.so ..]      writes FOLDER/pruned.csv
# Each product is verified there. gpubench wants halves as results, ours are floats:
# the time of ours has a kernel more, which rounds them; half-frame is that alone.
set -eu
. "$(dirname "$0")/bench-gpu-lib.sh"
plugin_folders "$@"
cd "$(dirname "$0")/.."


# plugin TYPE LABEL RECIPE NVCC-OPTIONS [SPARSEC-OPTIONS..]
plugin() {
  type=$1 label=$2 recipe=$3 options=$4
  shift 4
  "$programs/sparsec" "recipes/spmm-narrow/spmm-$type.c" -target=cuda \
    -recipe "recipes/$recipe.script" -o "$folder/$label.cu" "$@"
  # shellcheck disable=SC2086 # several words
  compile_plugin "$label" scripts/bench-tensor.cu $options -DFUNCTION="spmm_$type"
}
floats() {
  label=$1 recipe=$2 options=$3
  shift 3
  plugin float "$label" "$recipe" "-DVALUE=float -DVALUE_TYPE=GB_F32 $options" "$@"
}
halves() {
  label=$1 recipe=$2 options="-DVALUE=sparsec_half -DVALUE_TYPE=GB_F16 $3"
  shift 3
  plugin half "$label" "$recipe" "-DFLOAT_SUMS $options" "$@"
}

rows=-DCALLERS_MATRIX
both="$rows -DPLAN_HAS_VALUES"
for lanes in 16 32; do # Row by row, with vectors of four.
  label=f32-sums-l$lanes
  "$programs/sparsec" recipes/gnn/spmm-sum.c -recipe recipes/gnn/sum.script -target=cuda \
    -o "$folder/$label.cu" -set vector=4 -set lanes="$lanes"
  compile_plugin "$label" scripts/bench-gnn.cu -DOPERATION=GB_SPMM -DMULTIPLE=4 \
    -DFUNCTION=spmm_sum
done
halves half-rows spmm/simd "$rows"
halves half-frame spmm/simd "$rows -DWITHOUT_PRODUCT"
for warps in 2 4 8; do
  floats "tf32-tca-w$warps" spmm-narrow/tca "$rows" -set warps=$warps
  halves "half-tca-w$warps" spmm-narrow/tca-half "$rows" -set warps=$warps
done
for tiles in 2 4; do
  for size in 8 16; do
    for pieces in ${PIECES:-0 8 16 32}; do # Steps; 0: whole windows.
      set -- -set rows=$size -set tiles=$tiles -set warps=1 -set pieces="$pieces"
      floats "tf32-windows-r$size-t$tiles-p$pieces" spmm-narrow/tf32 -DPLAN_HAS_COLUMNS \
        "$@" -set wide=1
      halves "half-windows-r$size-t$tiles-p$pieces" spmm-narrow/half \
        "$(test "$pieces" = 0 || echo -DPLAN_HAS_COLUMNS)" "$@"
    done
  done
done
for reuse in 15 25 35; do # In tenths: entries per column.
  set -- -set reuse=$reuse -set tiles=4 -set warps=1 -set lanes=16
  floats "tf32-chosen-$reuse" spmm-narrow/tf32-chosen "$both -DPLAN_HAS_COLUMNS" \
    "$@" -set wide=1 -set vector=4
  halves "half-chosen-$reuse" spmm-narrow/half-chosen "$both -DPLAN_HAS_COLUMNS" "$@"
done

"${CXX:-g++}" -std=c++20 -O2 -static -I include -I lib/Bench scripts/bench-pruned.cpp \
  lib/Bench/MatrixMaker.cpp lib/Bench/MatrixKinds.cpp lib/Matrix/Matrix.cpp \
  -o "$folder/make-matrices"

write_run <<'RUN'
cache=${CACHE:-$folder/matrices} out=${OUT:-$folder}
mkdir -p "$cache"
names=
# make NAME GENERATOR
make() {
  names=$names,$1
  test -f "$cache/$1.bin" && return
  mkdir -p "$cache/new" # A file that is there is a whole one.
  "$folder/make-matrices" "$cache/new" "$1=$2"
  mv "$cache/new/$1.bin" "$cache"
}
for percent in ${PERCENTS:-50 70 80 90 95 98}; do
  for size in 2048,2048 512,2048 2048,512 4096,4096; do
    make "anywhere-$(echo $size | tr , x)-$percent" "pruned:$size,$percent"
  done
done
for percent in 80 90 95 98; do
  make "band0.25-2048x2048-$percent" "pruned:2048,2048,$percent,0.25,1"
  make "alike8-2048x2048-$percent" "pruned:2048,2048,$percent,1,8"
done
for plugin; do plugins="$plugins --plugin=$(realpath "$plugin")"; done
tries=0
# A kernel that faults or hangs ends the process; the others go on.
while test $tries -lt 20; do
  status=0
  # shellcheck disable=SC2086 # several words
  "${BENCH:-BENCH_FOLDER}/build/gpubench" --suite=spmm --types=f32,f16 --n=64,128,256 \
    --samples="${SAMPLES:-11}" --skip=own --cache="$cache" --matrices="${names#,}" \
    $plugins --no-bandwidth --resume --out="$out/pruned.csv" $OPTIONS || status=$?
  test $status -ge 3 || exit $status
  tries=$((tries + 1))
done
exit "$status"
RUN
