#ifndef SOLVERS_PLAIN_SOLVE_LU_H
#define SOLVERS_PLAIN_SOLVE_LU_H

#include "plain.h"

void solve_lu(int n, const int *index, const int *col, const int *diag,
              const double *a, const double *b, double *x);

typedef plain_plan solve_lu_plan;

static inline int solve_lu_inspect(solve_lu_plan **plan_out, int n,
                                   const int *index, const int *col,
                                   const int *diag) {
  (void)index;
  (void)col;
  (void)diag;
  return plain_inspect(plan_out, n);
}

static inline int solve_lu_execute(solve_lu_plan *plan, const int *index,
                                   const int *col, const int *diag,
                                   const double *a, const double *b,
                                   double *x) {
  solve_lu(plan->n, index, col, diag, a, b, x);
  return SPARSEC_OK;
}

static inline void solve_lu_destroy(solve_lu_plan *plan) { free(plan); }

#endif // SOLVERS_PLAIN_SOLVE_LU_H
