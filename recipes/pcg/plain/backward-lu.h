#ifndef PCG_PLAIN_BACKWARD_LU_H
#define PCG_PLAIN_BACKWARD_LU_H

#include "plain.h"

void backward_lu(int n, const int *index, const int *col, const int *diag,
                 const double *a, const double *b, double *x);

typedef plain_plan backward_lu_plan;

static inline int backward_lu_inspect(backward_lu_plan **plan_out, int n,
                                      const int *index, const int *col,
                                      const int *diag) {
  (void)index;
  (void)col;
  (void)diag;
  return plain_inspect(plan_out, n);
}

static inline int backward_lu_execute(backward_lu_plan *plan, const int *index,
                                      const int *col, const int *diag,
                                      const double *a, const double *b,
                                      double *x) {
  backward_lu(plan->n, index, col, diag, a, b, x);
  return SPARSEC_OK;
}

static inline void backward_lu_destroy(backward_lu_plan *plan) { free(plan); }

#endif // PCG_PLAIN_BACKWARD_LU_H
