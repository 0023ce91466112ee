#!/bin/sh
# Times a triangular solve and a symmetric Gauss-Seidel step against Intel MKL.
#   scripts/bench-mkl.sh PATH/TO/sparsec FOLDER ROUNDS MATRIX...
# FOLDER has MKL, as "pip install mkl mkl-include" puts it into a virtual
# environment, or becomes one. OMP_NUM_THREADS says how many threads. The recipes
# are those that keep the matrix in the plan: sptrsv/streaming, gauss-seidel/kept.
set -eu
sparsec=$1
mkl=$2
shift 2
cd "$(dirname "$0")/.."
if ! test -e "$mkl/lib"; then
  python3 -m venv "$mkl"
  "$mkl/bin/pip" install --quiet mkl mkl-include
fi
build=$mkl/bench
mkdir -p "$build"
# Where loops begin modulo 32 bytes costs more than what is compared.
flags="-O3 -march=${MARCH:-native} -ffp-contract=off -falign-loops=32"
# derive SOURCE RECIPE FUNCTION
derive() {
  name=$(basename "$1" .c)
  "$sparsec" "$1" -recipe "$2" -o "$build/$name.c"
  "$sparsec" "$1" -recipe "$2" -emit=header -o "$build/$name.h"
  # shellcheck disable=SC2086
  gcc $flags -fopenmp -c "$build/$name.c" -o "$build/$name.o"
  # shellcheck disable=SC2086
  gcc $flags "-D$3=serial_$3" -c "$1" -o "$build/$name-serial.o"
}
derive recipes/sptrsv/forward-csr.c recipes/sptrsv/streaming.script forward_csr
derive recipes/gauss-seidel/symmetric.c recipes/gauss-seidel/kept.script \
  symmetric_gauss_seidel
g++ -std=c++17 -O2 -fopenmp -I"$build" -I"$mkl/include" scripts/bench-mkl.cpp \
  "$build"/*.o "$mkl"/lib/libmkl_intel_lp64.so.* \
  "$mkl"/lib/libmkl_gnu_thread.so.* "$mkl"/lib/libmkl_core.so.* \
  -Wl,-rpath,"$mkl/lib" -lz -lm -o "$build/bench-mkl"
uptime
"$build/bench-mkl" "$@"
