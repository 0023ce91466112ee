#!/bin/sh
# The recipes of recipes/gnn/ on a GPU beside cuSPARSE, and beside what else plugins
# bring, in one run that verifies each result:
#   scripts/bench-gnn-peers.sh BENCH FOLDER [SPARSEC-FOLDER]
# BENCH: a copy of ../shared/bench/gpu, in which `make` has been run.
# FOLDER: gets a plugin for each variant, compiled by nvcc for GPU_ARCH (sm_90 unless
# set), and run.sh, which measures them on a GPU:
#   [BENCH=..] sh FOLDER/run.sh [peer.so ..]            writes FOLDER/gnn.csv
# Attention is not in gpubench: scripts/bench-gnn-gpu.sh has attention, attention-shared
# and attention-steps in turns, for 1, 4 and 8 heads.
set -eu
. "$(dirname "$0")/bench-gpu-lib.sh"
plugin_folders "$@"
cd "$(dirname "$0")/.."

# plugin LABEL SOURCE RECIPE MESSAGE MULTIPLE NVCC-OPTIONS [SPARSEC-OPTIONS..]
plugin() {
  label=$1 source=$2 recipe=$3 message=$4 multiple=$5 options=$6
  shift 6
  "$programs/sparsec" "recipes/gnn/$source.c" -target=cuda \
    -recipe "recipes/gnn/$recipe.script" -o "$folder/$label.cu" "$@" -- -DMESSAGE="$message"
  # shellcheck disable=SC2086 # several options
  compile_plugin "$label" scripts/bench-gnn.cu $options \
    -DFUNCTION="$(echo "$source" | tr - _)" -DMULTIPLE="$multiple"
}

max="-DOPERATION=GB_GSPMM -DREDUCTION=GB_MAX -DIS_EXTREMUM=1"
mean="-DOPERATION=GB_GSPMM -DREDUCTION=GB_MEAN"
for lanes in 8 16 32; do # With vectors of four, for 32, 64 and 128 features.
  set -- -set vector=4 -set lanes="$lanes"
  plugin "sum-l$lanes" spmm-sum sum u_mul_e 4 -DOPERATION=GB_SPMM "$@"
  plugin "sum-split-l$lanes" spmm-sum sum-split u_mul_e 4 -DOPERATION=GB_SPMM "$@" \
    -set long=128 -set wide=4
done
plugin sum-v1 spmm-sum sum u_mul_e 1 -DOPERATION=GB_SPMM -set ahead=4
for fused in 0 1; do # Classes of rows one after the other, and in one launch.
  for sizes in "8 128" "8 512" "32 128" "32 512"; do
    set -- $sizes
    plugin "sum-classes-l$1-long$2-fused$fused" spmm-sum sum-classes u_mul_e 4 -DOPERATION=GB_SPMM \
      -set vector=4 -set team_lanes=2 -set team=16 -set lanes="$1" -set long="$2" -set fused=$fused
  done
done
for message in copy_u u_mul_e; do
  of=-DMESSAGE_OF=GB_$(echo "$message" | tr "[:lower:]" "[:upper:]")
  test $message = u_mul_e || of="$of -DCOPIES"
  for lanes in 8 32; do
    set -- -set vector=4 -set lanes="$lanes"
    plugin "mean-$message-l$lanes" spmm-mean sum $message 4 "$mean $of" "$@"
    plugin "max-$message-l$lanes" spmm-max extremum $message 4 "$max $of" "$@"
  done
  for team in "1 512 8" "2 128 8" "2 512 32" "4 512 32"; do
    set -- $team
    variant=$message-t$1-long$2-l$3
    set -- -set vector=4 -set team_lanes="$1" -set team=$((32 / $1)) -set long="$2" -set lanes="$3"
    plugin "max-classes-$variant" spmm-max extremum-classes $message 4 "$max $of" "$@"
    plugin "mean-classes-$variant" spmm-mean sum-classes $message 4 "$mean $of" "$@"
  done
done
plugin dot-v1 sddmm-dot edges u_mul_e 1 "-DOPERATION=GB_SDDMM -DIS_SDDMM=1 -DBY_EDGES"
for lanes in 4 8; do
  plugin "dot-v4-l$lanes" sddmm-dot edges u_mul_e 4 \
    "-DOPERATION=GB_SDDMM -DIS_SDDMM=1 -DBY_EDGES" -set vector=4 -set lanes=$lanes
done

write_run <<'RUN'
for plugin; do
  plugins="$plugins --plugin=$(realpath "$plugin")"
done
rm -f "$folder/gnn.csv"
for suite in ${SUITES:-spmm sddmm gspmm}; do
  # shellcheck disable=SC2086 # several words
  "${BENCH:-BENCH_FOLDER}/build/gpubench" --suite=$suite --types=f32 --samples=21 \
    --resume --no-bandwidth $plugins --out="$folder/gnn.csv" $OPTIONS
done
RUN
