#ifndef SOLVERS_PLAIN_SCALE_ROWS_H
#define SOLVERS_PLAIN_SCALE_ROWS_H

#include "plain.h"

void scale_rows(int n, int cols, const double *d, const double X[n][cols],
                double Y[n][cols]);

typedef plain_plan scale_rows_plan;

static inline int scale_rows_inspect(scale_rows_plan **plan_out) {
  return plain_inspect(plan_out, 0);
}

static inline int scale_rows_execute(scale_rows_plan *plan, int n, int cols,
                                     const double *d, const double X[n][cols],
                                     double Y[n][cols]) {
  (void)plan;
  scale_rows(n, cols, d, X, Y);
  return SPARSEC_OK;
}

static inline void scale_rows_destroy(scale_rows_plan *plan) { free(plan); }

#endif // SOLVERS_PLAIN_SCALE_ROWS_H
