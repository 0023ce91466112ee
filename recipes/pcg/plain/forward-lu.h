#ifndef PCG_PLAIN_FORWARD_LU_H
#define PCG_PLAIN_FORWARD_LU_H

#include "plain.h"

void forward_lu(int n, const int *index, const int *col, const int *diag,
                const double *a, const double *b, double *x);

typedef plain_plan forward_lu_plan;

static inline int forward_lu_inspect(forward_lu_plan **plan_out, int n,
                                     const int *index, const int *col,
                                     const int *diag) {
  (void)index;
  (void)col;
  (void)diag;
  return plain_inspect(plan_out, n);
}

static inline int forward_lu_execute(forward_lu_plan *plan, const int *index,
                                     const int *col, const int *diag,
                                     const double *a, const double *b,
                                     double *x) {
  forward_lu(plan->n, index, col, diag, a, b, x);
  return SPARSEC_OK;
}

static inline void forward_lu_destroy(forward_lu_plan *plan) { free(plan); }

#endif // PCG_PLAIN_FORWARD_LU_H
