#ifndef PCG_PLAIN_GAUSS_SEIDEL_BACKWARD_H
#define PCG_PLAIN_GAUSS_SEIDEL_BACKWARD_H

#include "plain.h"

void gauss_seidel_backward(int n, const int *index, const int *col,
                           const double *a, const double *b,
                           const double *idiag, double *y);

typedef plain_plan gauss_seidel_backward_plan;

static inline int
gauss_seidel_backward_inspect(gauss_seidel_backward_plan **plan_out, int n,
                              const int *index, const int *col) {
  (void)index;
  (void)col;
  return plain_inspect(plan_out, n);
}

static inline int
gauss_seidel_backward_execute(gauss_seidel_backward_plan *plan,
                              const int *index, const int *col, const double *a,
                              const double *b, const double *idiag, double *y) {
  gauss_seidel_backward(plan->n, index, col, a, b, idiag, y);
  return SPARSEC_OK;
}

static inline void
gauss_seidel_backward_destroy(gauss_seidel_backward_plan *plan) {
  free(plan);
}

#endif // PCG_PLAIN_GAUSS_SEIDEL_BACKWARD_H
