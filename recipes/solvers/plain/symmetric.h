#ifndef SOLVERS_PLAIN_SYMMETRIC_H
#define SOLVERS_PLAIN_SYMMETRIC_H

#include "plain.h"

void symmetric_gauss_seidel(int n, const int *index, const int *col,
                            const double *a, const double *b,
                            const double *idiag, double *y);

typedef plain_plan symmetric_gauss_seidel_plan;

static inline int
symmetric_gauss_seidel_inspect(symmetric_gauss_seidel_plan **plan_out, int n,
                               const int *index, const int *col) {
  (void)index;
  (void)col;
  return plain_inspect(plan_out, n);
}

static inline int symmetric_gauss_seidel_execute(
    symmetric_gauss_seidel_plan *plan, const int *index, const int *col,
    const double *a, const double *b, const double *idiag, double *y) {
  symmetric_gauss_seidel(plan->n, index, col, a, b, idiag, y);
  return SPARSEC_OK;
}

static inline void
symmetric_gauss_seidel_destroy(symmetric_gauss_seidel_plan *plan) {
  free(plan);
}

#endif // SOLVERS_PLAIN_SYMMETRIC_H
