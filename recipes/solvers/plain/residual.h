#ifndef SOLVERS_PLAIN_RESIDUAL_H
#define SOLVERS_PLAIN_RESIDUAL_H

#include "plain.h"

void residual(int n, int blocks, int w, int m, const double X[n][w],
              const double AX[n][w], const double *theta, double R[n][m],
              double sums[blocks][m], double *squares);

typedef plain_plan residual_plan;

static inline int residual_inspect(residual_plan **plan_out, int n,
                                   int blocks) {
  (void)blocks;
  return plain_inspect(plan_out, n);
}

static inline int residual_execute(residual_plan *plan, int n, int blocks,
                                   int w, int m, const double X[n][w],
                                   const double AX[n][w], const double *theta,
                                   double R[n][m], double sums[blocks][m],
                                   double *squares) {
  (void)plan;
  residual(n, blocks, w, m, X, AX, theta, R, sums, squares);
  return SPARSEC_OK;
}

static inline void residual_destroy(residual_plan *plan) { free(plan); }

#endif // SOLVERS_PLAIN_RESIDUAL_H
