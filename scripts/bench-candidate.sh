#!/bin/sh
# Writes a candidate of cpubench (shared/bench/cpu) for a recipe: the generated
# file, and spmv_inspector, spmv_executor and spmv_destroy that call it.
#   scripts/bench-candidate.sh SRC.c RECIPE OUT.c [sparsec options]
# SRC.c's function computes y += A x with arguments named as in recipes/spmv/spmv.c.
# Then: run.sh --candidate OUT.c --matrix=fem3x3
set -eu
[ $# -ge 3 ] || { echo "usage: $0 SRC.c RECIPE OUT.c [sparsec options]" >&2; exit 2; }
source=$1 recipe=$2 out=$3
shift 3
here=$(cd "$(dirname "$0")/.." && pwd)
sparsec=${SPARSEC:-$here/build/bin/sparsec}
name=$(sed -n 's/^void \([A-Za-z_0-9]*\)(.*/\1/p' "$source" | head -n 1)

"$sparsec" "$source" -recipe "$recipe" -o "$out" "$@"

# arguments FUNCTION: names of its parameters behind the plan, one a line.
arguments() {
  sed -n "/^int $1(/,/{\$/p" "$out" | tr '\n' ' ' |
    sed 's/^[^(]*(\(.*\)).*/\1/' | tr ',' '\n' |
    sed 's/.*[ *]\([A-Za-z_0-9]\{1,\}\) *$/\1/' | tail -n +2
}

# call FUNCTION FIRST: a call with what cpubench gives for each parameter.
call() {
  text="$1($2"
  for argument in $(arguments "$1"); do
    case $argument in
      n) value="(int)A->rows" ;;
      m) value="(int)A->cols" ;;
      index) value="A->row_ptr" ;;
      col) value="A->col_idx" ;;
      a) value="A->val" ;;
      x | y) value=$argument ;;
      *) echo "$0: no value for '$argument'" >&2; exit 1 ;;
    esac
    text="$text, $value"
  done
  echo "$text)"
}

inspect=$(call "${name}_inspect" "&state->plan")
execute=$(call "${name}_execute" "state->plan")
# The bench calls its own functions spmv_…: the generated ones move away.
sed -i "s/\\b${name}_\\(inspect\\|execute\\|update\\|destroy\\|plan\\|original\\|check\\)\\b/made_\\1/g; s/^void ${name}(/void made(/" "$out"
cat >>"$out" <<EOF

#include "cpubench_abi.h"

typedef struct {
  made_plan *plan;
  const CbCsr *A;
} bench_state;

void *spmv_inspector(const CbCsr *A, int32_t k, int32_t threads) {
  bench_state *state = (bench_state *)malloc(sizeof *state);
  (void)k, (void)threads;
  state->A = A;
  if ($(echo "$inspect" | sed "s/^${name}_/made_/") == 0)
    return state;
  fprintf(stderr, "%s\n", sparsec_last_error());
  free(state);
  return NULL;
}

void spmv_executor(void *opaque, const double *x, double *y) {
  bench_state *state = (bench_state *)opaque;
  const CbCsr *A = state->A;
  (void)A;
  (void)$(echo "$execute" | sed "s/^${name}_/made_/");
}

void spmv_destroy(void *opaque) {
  bench_state *state = (bench_state *)opaque;
  made_destroy(state->plan);
  free(state);
}
EOF
