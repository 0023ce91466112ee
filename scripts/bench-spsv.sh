#!/bin/sh
# Triangular solves on a GPU beside cuSPARSE's SpSV, in one run.
#   scripts/bench-spsv.sh BENCH FOLDER [SPARSEC]
# BENCH: a copy of ../shared/bench/gpu, in which `make` has been run.
# FOLDER: gets a plugin for each variant of recipes/sptrsv/p2p.script, compiled by nvcc
# for GPU_ARCH (sm_90 unless set), and run.sh, which measures them on a GPU:
#   [BENCH=..] sh FOLDER/run.sh [G3_circuit.mtx ..]     writes FOLDER/spsv.csv
set -eu
bench=$(realpath "$1")
folder=$(realpath -m "$2")
sparsec=$(realpath "${3:-build-rel/bin/sparsec}")
cd "$(dirname "$0")/.."
mkdir -p "$folder"
for type in double float; do
  sed "s/double/$type/g" recipes/sptrsv/forward-cholesky.c >"$folder/$type.c"
  value=$(test $type = double && echo GB_F64 || echo GB_F32)
  for lanes in 1 2 4 8 32; do
    rows=$(test $lanes = 32 && echo 2 || echo 1)
    resident=$(test $lanes = 32 && echo 24 || echo 32)
    name=$type-$lanes
    "$sparsec" "$folder/$type.c" -recipe recipes/sptrsv/p2p.script \
      -set LANES=$lanes -set ROWS="$rows" -set RESIDENT="$resident" \
      -o "$folder/$name.cu"
    nvcc -O3 -std=c++17 -arch="${GPU_ARCH:-sm_90}" -Xcompiler -fPIC -shared \
      -I "$bench/include" -DGENERATED="\"$folder/$name.cu\"" \
      -DLABEL="\"sync-free-$lanes\"" -DVALUE=$type -DVALUE_TYPE="$value" \
      -o "$folder/$name.so" scripts/bench-spsv.cu
  done
done
cat >"$folder/run.sh" <<END
plugins=
for plugin in "\$(dirname "\$0")"/*.so; do
  plugins="\$plugins --plugin=\$(realpath "\$plugin")"
done
files=
for file; do files="\$files,\$file"; done
"\${BENCH:-$bench}/build/gpubench" --suite=sptrsv --types=f64,f32 --samples=21 \\
  --matrices="stencil7,stencil27_64,stencil27,fem3\$files" \$plugins \\
  --no-bandwidth --out="\$(dirname "\$0")/spsv.csv"
END
