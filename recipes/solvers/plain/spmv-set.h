#ifndef SOLVERS_PLAIN_SPMV_SET_H
#define SOLVERS_PLAIN_SPMV_SET_H

#include "plain.h"

void spmv(int n, int m, const int *index, const int *col, const double *a,
          const double *x, double *y);

typedef plain_plan spmv_plan;

static inline int spmv_inspect(spmv_plan **plan_out, int n, int m,
                               const int *index, const int *col) {
  (void)m;
  (void)index;
  (void)col;
  return plain_inspect(plan_out, n);
}

static inline int spmv_execute(spmv_plan *plan, const int *index,
                               const int *col, const double *a, const double *x,
                               double *y) {
  spmv(plan->n, plan->n, index, col, a, x, y);
  return SPARSEC_OK;
}

static inline void spmv_destroy(spmv_plan *plan) { free(plan); }

#endif // SOLVERS_PLAIN_SPMV_SET_H
