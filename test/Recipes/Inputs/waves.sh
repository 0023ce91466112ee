#!/bin/sh
# waves.sh BENCH FOLDER SOURCE RECIPES [KIND ["RECIPE.."]]: on the corpus' square
# inputs, and with each matrix that diagonal.py left in FOLDER, the recipes, p2p
# and barrier unless given, give the bits of SOURCE, with 1, 2, 3 and 7 threads in
# tasks as small as can be. The source takes `diag`, or where KIND is `filled` the
# patterns of two factors, which the corpus has not.
set -eu
bench=$1
folder=$2
source=$3
recipes=$4
kind=${5:-diagonal}
asked=${6:-p2p barrier}
for recipe in $asked; do
  "$(dirname "$bench")/sparsec" "$source" -recipe "$recipes/$recipe.script" \
    -o "$folder/$recipe.c"
done

# run NAME RECIPE [OPTION..]: on one input, or many.
run() {
  input=$1 recipe=$2
  shift 2
  "$bench" "$source" -against "$folder/$recipe.c" "$@" -exact \
    -threads 1,2,3,7 -seconds 0.0001 \
    -cflags "-O1 -DSPARSEC_GAIN_LEAST=100 -DSPARSEC_WAVE_COST=1 -DSPARSEC_TASK_LEAST=1 -DSPARSEC_PIECE_LEAST=1 -DSPARSEC_JUMP_COST=0" \
    >/dev/null
  echo "$input $recipe: same bits"
}

for recipe in $asked; do
  test "$kind" = filled || run corpus "$recipe" -corpus -corpus-square
  for diagonal in "$folder"/*.txt; do
    name=${diagonal%.txt}
    set -- -array diag="$diagonal"
    if test "$kind" = filled; then
      set -- -matrix "$name-filled.mtx" -matrix "$name-filled.mtx"
    fi
    run "$(basename "$name")" "$recipe" -matrix "$name.mtx" "$@"
  done
done
