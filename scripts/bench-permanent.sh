#!/bin/sh
# Permanents by all kernels that recipes/permanent makes for GPUs, in one run.
#   scripts/bench-permanent.sh FOLDER [SPARSEC]
# FOLDER holds matrices (scripts/permanent-matrices.py FOLDER); it gets a kernel
# for each of them and each recipe, and run.sh, which compiles them with nvcc for
# GPU_ARCH (sm_90 unless set) and times them on a GPU:
#   sh FOLDER/run.sh        a line each: matrix, recipe, registers, bytes
#                           spilled, seconds, subsets a second, permanent
set -eu
folder=$(realpath "$1")
sparsec=$(realpath "${2:-build-rel/bin/sparsec}")
cd "$(dirname "$0")/../recipes/permanent"
derive() { # NAME RECIPE [-set ..]
  name=$1 recipe=$2
  shift 2
  for matrix in "$folder"/*.mtx; do
    echo "\"$sparsec\" permanent.c -recipe $recipe $* -set matrix=\"$matrix\"" \
      "-o \"$folder/$(basename "$matrix" .mtx)@$name.cu\""
  done
}
{
  derive tables permanent.script
  derive parts permanent.script -set products=parts
  derive pure-registers permanent.script -set products=whole -set order=new_rows
  derive hybrid hybrid.script
  derive sparse-perman sparseperman.script
} | xargs -P "$(nproc)" -I{} sh -c '{}'
cp ../../scripts/time-permanent.cu "$folder"
cat >"$folder/run.sh" <<'END'
cd "$(dirname "$0")"
ls *@*.cu | sed 's/.cu$//' | xargs -P "$(nproc)" -I{} sh -c \
  "nvcc -arch=${GPU_ARCH:-sm_90} -O3 --resource-usage -DKERNEL='\"{}.cu\"' \
    time-permanent.cu -o {}.bin >{}.log 2>&1"
for program in *@*.bin; do
  name=${program%.bin}
  registers=$(grep -o 'Used [0-9]*' "$name.log" | cut -d' ' -f2 | sort -n | tail -1)
  spilled=$(grep -o '[0-9]* bytes spill stores' "$name.log" | cut -d' ' -f1 |
    sort -n | tail -1)
  "./$program" "${name%@*}.mtx" 2 | awk -v name="$name" \
    -v registers="$registers" -v spilled="$spilled" '
    / s, / { seconds = $1; rate = $3 }
    /^permanent/ { value = $2 }
    END { sub("@", " ", name)
          print name, registers, spilled, seconds, rate, value }'
done
END
