#ifndef PCG_PLAIN_BACKWARD_CHOLESKY_H
#define PCG_PLAIN_BACKWARD_CHOLESKY_H

#include "plain.h"

void backward_cholesky(int n, const int *colptr, const int *row,
                       const double *a, const double *b, double *x);

typedef plain_plan backward_cholesky_plan;

static inline int backward_cholesky_inspect(backward_cholesky_plan **plan_out,
                                            int n, const int *colptr,
                                            const int *row) {
  (void)colptr;
  (void)row;
  return plain_inspect(plan_out, n);
}

static inline int backward_cholesky_execute(backward_cholesky_plan *plan,
                                            const int *colptr, const int *row,
                                            const double *a, const double *b,
                                            double *x) {
  backward_cholesky(plan->n, colptr, row, a, b, x);
  return SPARSEC_OK;
}

static inline void backward_cholesky_destroy(backward_cholesky_plan *plan) {
  free(plan);
}

#endif // PCG_PLAIN_BACKWARD_CHOLESKY_H
