#ifndef PCG_PLAIN_GAUSS_SEIDEL_H
#define PCG_PLAIN_GAUSS_SEIDEL_H

#include "plain.h"

void gauss_seidel(int n, const int *index, const int *col, const double *a,
                  const double *b, const double *idiag, double *y);

typedef plain_plan gauss_seidel_plan;

static inline int gauss_seidel_inspect(gauss_seidel_plan **plan_out, int n,
                                       const int *index, const int *col) {
  (void)index;
  (void)col;
  return plain_inspect(plan_out, n);
}

static inline int gauss_seidel_execute(gauss_seidel_plan *plan,
                                       const int *index, const int *col,
                                       const double *a, const double *b,
                                       const double *idiag, double *y) {
  gauss_seidel(plan->n, index, col, a, b, idiag, y);
  return SPARSEC_OK;
}

static inline void gauss_seidel_destroy(gauss_seidel_plan *plan) { free(plan); }

#endif // PCG_PLAIN_GAUSS_SEIDEL_H
