#ifndef SOLVERS_PLAIN_ILU0_H
#define SOLVERS_PLAIN_ILU0_H

#include "plain.h"

void ilu0(int n, const int *index, const int *col, const int *diag, double *a);

typedef plain_plan ilu0_plan;

static inline int ilu0_inspect(ilu0_plan **plan_out, int n, const int *index,
                               const int *col, const int *diag) {
  (void)index;
  (void)col;
  (void)diag;
  return plain_inspect(plan_out, n);
}

static inline int ilu0_execute(ilu0_plan *plan, const int *index,
                               const int *col, const int *diag, double *a) {
  ilu0(plan->n, index, col, diag, a);
  return SPARSEC_OK;
}

static inline void ilu0_destroy(ilu0_plan *plan) { free(plan); }

#endif // SOLVERS_PLAIN_ILU0_H
