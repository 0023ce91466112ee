#!/bin/sh
# SpMM and SDDMM by matrix instructions on a GPU beside our recipes without them,
# cuSPARSE and what else gpubench has, in one run; and programs that verify and time
# halves.
#   scripts/bench-tensor-gpu.sh BENCH FOLDER [SPARSEC-FOLDER]
# BENCH: a copy of ../shared/bench/gpu, in which `make` has been run.
# FOLDER: gets a plugin for each variant, compiled by nvcc for GPU_ARCH (sm_90 unless
# set), and run.sh, which measures them on a GPU:
#   [BENCH=..] sh FOLDER/run.sh [matrix.mtx ..]         writes FOLDER/spmm.csv
# and, of SDDMM, the plugins of FOLDER/sddmm and its run.sh, which takes peers:
#   [BENCH=..] sh FOLDER/sddmm/run.sh [peer.so ..]      writes FOLDER/sddmm/sddmm.csv
# ONLY=sddmm makes those alone.
# Each product is verified there. sh FOLDER/halves/run-all.sh: halves whose sums are
# floats, which gpubench does not have. COLUMNS="32 128 256".
set -eu
. "$(dirname "$0")/bench-gpu-lib.sh"
plugin_folders "$@"
cd "$(dirname "$0")/.."
columns=${COLUMNS:-32 128 256}
mkdir -p "$folder/halves"

# plugin LABEL FUNCTION TYPE SOURCE RECIPE NVCC-OPTION [SPARSEC-OPTIONS..]
plugin() {
  label=$1 function=$2 type=$3 source=$4 recipe=$5 option=$6
  shift 6
  value=$(test "$type" = double && echo GB_F64 || echo GB_F32)
  "$programs/sparsec" "recipes/$source.c" -recipe "recipes/$recipe.script" \
    -target=cuda -o "$folder/$label.cu" "$@"
  # shellcheck disable=SC2086 # none or one
  compile_plugin "$label" scripts/bench-tensor.cu $option \
    -DFUNCTION="$function" -DVALUE="$type" -DVALUE_TYPE="$value"
}

# sampled LABEL TYPE RECIPE MULTIPLE NVCC-OPTION [SPARSEC-OPTIONS..]: in FOLDER/sddmm
sampled() {
  label=$1 type=$2 recipe=$3 multiple=$4 option=$5
  shift 5
  value=$(test "$type" = double && echo GB_F64 || echo GB_F32)
  "$programs/sparsec" recipes/gnn/sddmm-dot.c -recipe "recipes/$recipe.script" \
    -target=cuda -o "$folder/$label.cu" "$@" -- -DVALUE="$type"
  # shellcheck disable=SC2086 # none or one
  compile_plugin "$label" scripts/bench-sampled.cu -DVALUE="$type" -DFACTOR="$type" \
    -DFACTOR_TYPE="$value" -DMULTIPLE="$multiple" $option
}

all=$folder
folder=$all/sddmm
mkdir -p "$folder"
for warps in ${WARPS:-2 4 8}; do
  for wide in 1 2; do
    sampled "f64-w$wide-b$warps" double sddmm/tensor "$wide" "" -set wide=$wide -set warps="$warps"
  done
  for rows in 8 16; do
    for wide in 1 2 4; do
      sampled "tf32-r$rows-w$wide-b$warps" float sddmm-narrow/tf32 "$wide" "" \
        -set wide=$wide -set rows=$rows -set warps="$warps"
    done
  done
done
# The inspector decides: entry by entry where windows share few columns.
for reuse in 12 15 20; do
  for lanes in 4 8; do
    sampled "tf32-chosen-$reuse-l$lanes" float sddmm-narrow/tf32-chosen 4 -DPLAN_LACKS_COLUMNS \
      -set reuse=$reuse -set lanes=$lanes -set wide=4 -set vector=4
  done
done
write_run <<'RUN'
for plugin; do
  plugins="$plugins --plugin=$(realpath "$plugin")"
done
# shellcheck disable=SC2086 # several words
"${BENCH:-BENCH_FOLDER}/build/gpubench" --suite=sddmm --types=f64,f32 --samples=21 \
  --resume --no-bandwidth $plugins --out="$folder/sddmm.csv" $OPTIONS
RUN
folder=$all
test "${ONLY:-}" != sddmm || exit 0

plugin f64-rows spmm double spmm/spmm spmm/simd -DCALLERS_MATRIX
plugin f32-rows spmm_float float spmm-narrow/spmm-float spmm/simd -DCALLERS_MATRIX
# Rows, those of more than LONG entries in pieces. A thread has 4 of X's columns, or 2
# doubles, so that LANES of 8 to 32 are for 32 to 128 columns.
for long in ${LONG:-128 256}; do
  for lanes in ${LANES:-8 16 32}; do
    for atomic in 0 1; do
      has="-DCALLERS_MATRIX -DPLAN_HAS_COLUMNS"
      set -- -set long="$long" -set lanes="$lanes" -set atomic=$atomic
      plugin "f64-split-$long-l$lanes-a$atomic" spmm double spmm/spmm spmm/split "$has" \
        "$@" -set vector=2
      plugin "f32-split-$long-l$lanes-a$atomic" spmm_float float spmm-narrow/spmm-float \
        spmm/split "$has" "$@" -set vector=4
    done
  done
done
# The inspector decides: rows where windows share few columns. REUSE, in tenths of an
# entry per column: 10 is windows alone.
for reuse in ${REUSE:-15 20 25 30 35 43 50}; do
  for lanes in ${LANES:-8 16 32}; do
    has="-DCALLERS_MATRIX -DPLAN_HAS_VALUES -DPLAN_HAS_COLUMNS"
    set -- -set tiles=$((lanes > 8 ? 4 : 2)) -set wide=1 -set warps=1 -set lanes="$lanes" \
      -set reuse="$reuse"
    plugin "f64-chosen-$reuse-l$lanes" spmm double spmm/spmm spmm/tensor-chosen "$has" \
      "$@" -set vector=2
    plugin "tf32-chosen-$reuse-l$lanes" spmm_float float spmm-narrow/spmm-float \
      spmm-narrow/tf32-chosen "$has" "$@" -set vector=4
  done
done
# Long windows in pieces of so many steps, added up by a second kernel or atomically.
for pieces in ${PIECES:-16 64}; do
  for tiles in 2 4; do
    for atomic in 0 1; do
      set -- -set tiles="$tiles" -set wide=1 -set warps=1 -set pieces="$pieces" \
        -set atomic=$atomic
      plugin "f64-pieces-$pieces-t$tiles-a$atomic" spmm double spmm/spmm spmm/tensor \
        -DPLAN_HAS_COLUMNS "$@"
      plugin "tf32-pieces-$pieces-t$tiles-a$atomic" spmm_float float \
        spmm-narrow/spmm-float spmm-narrow/tf32 -DPLAN_HAS_COLUMNS "$@"
    done
  done
done
for tiles in ${TILES:-1 2 4}; do
  plugin "f64-windows-t$tiles" spmm double spmm/spmm spmm/tensor "" -set tiles="$tiles"
  for stages in 2 3 4; do
    plugin "f64-staged-s$stages-t$tiles" spmm double spmm/spmm spmm/tensor "" \
      -set tiles="$tiles" -set stages="$stages"
  done
  test "$tiles" = 1 ||
    for warps in 1 4; do
      plugin "f64-wide-t$tiles-w$warps" spmm double spmm/spmm spmm/tensor \
        -DPLAN_HAS_COLUMNS -set tiles="$tiles" -set wide=1 -set warps="$warps"
      plugin "tf32-wide-t$tiles-w$warps" spmm_float float spmm-narrow/spmm-float \
        spmm-narrow/tf32 -DPLAN_HAS_COLUMNS -set tiles="$tiles" -set wide=1 \
        -set warps="$warps"
    done
  for rows in 8 16; do
    plugin "tf32-windows-r$rows-t$tiles" spmm_float float spmm-narrow/spmm-float \
      spmm-narrow/tf32 "" -set tiles="$tiles" -set rows="$rows"
    for n in $columns; do
      "$programs/sparsec-bench" recipes/spmm-narrow/spmm-half.c \
        -recipe recipes/spmm-narrow/half.script -target cuda -gpu-arch "$arch" \
        -generate uniform:200000,8 -generate rmat:17,32 -arg cols="$n" \
        -set tiles="$tiles" -set rows="$rows" \
        -emit-driver "$folder/halves/$n-r$rows-t$tiles"
    done
  done
done

write_run_all "$folder/halves"
write_run <<'RUN'
files=
for file; do files="$files,$file"; done
# shellcheck disable=SC2086 # several words
"${BENCH:-BENCH_FOLDER}/build/gpubench" --suite=spmm --types=f64,f32 --samples=21 \
  --matrices="stencil27,fem3,fem6,econ,rmat20,uniform8,reddit$files" $plugins \
  --no-bandwidth --out="$folder/spmm.csv"
RUN
