#ifndef PCG_PLAIN_FORWARD_CHOLESKY_H
#define PCG_PLAIN_FORWARD_CHOLESKY_H

#include "plain.h"

void forward_cholesky(int n, const int *index, const int *col, const double *a,
                      const double *b, double *x);

typedef plain_plan forward_cholesky_plan;

static inline int forward_cholesky_inspect(forward_cholesky_plan **plan_out,
                                           int n, const int *index,
                                           const int *col) {
  (void)index;
  (void)col;
  return plain_inspect(plan_out, n);
}

static inline int forward_cholesky_execute(forward_cholesky_plan *plan,
                                           const int *index, const int *col,
                                           const double *a, const double *b,
                                           double *x) {
  forward_cholesky(plan->n, index, col, a, b, x);
  return SPARSEC_OK;
}

static inline void forward_cholesky_destroy(forward_cholesky_plan *plan) {
  free(plan);
}

#endif // PCG_PLAIN_FORWARD_CHOLESKY_H
