#ifndef SOLVERS_PLAIN_SOLVE_CHOLESKY_H
#define SOLVERS_PLAIN_SOLVE_CHOLESKY_H

#include "plain.h"

void solve_cholesky(int n, const int *index, const int *col,
                    const double *lower, const int *colptr, const int *row,
                    const double *a, const double *b, double *x);

typedef plain_plan solve_cholesky_plan;

static inline int solve_cholesky_inspect(solve_cholesky_plan **plan_out, int n,
                                         const int *index, const int *col,
                                         const int *colptr, const int *row) {
  (void)index;
  (void)col;
  (void)colptr;
  (void)row;
  return plain_inspect(plan_out, n);
}

static inline int solve_cholesky_execute(solve_cholesky_plan *plan,
                                         const int *index, const int *col,
                                         const double *lower, const int *colptr,
                                         const int *row, const double *a,
                                         const double *b, double *x) {
  solve_cholesky(plan->n, index, col, lower, colptr, row, a, b, x);
  return SPARSEC_OK;
}

static inline void solve_cholesky_destroy(solve_cholesky_plan *plan) {
  free(plan);
}

#endif // SOLVERS_PLAIN_SOLVE_CHOLESKY_H
