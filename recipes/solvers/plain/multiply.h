#ifndef SOLVERS_PLAIN_MULTIPLY_H
#define SOLVERS_PLAIN_MULTIPLY_H

#include "plain.h"

void multiply(int n, int p, int q, const double X[n][p], const double C[p][q],
              double Z[n][q]);

typedef plain_plan multiply_plan;

static inline int multiply_inspect(multiply_plan **plan_out) {
  return plain_inspect(plan_out, 0);
}

static inline int multiply_execute(multiply_plan *plan, int n, int p, int q,
                                   const double X[n][p], const double C[p][q],
                                   double Z[n][q]) {
  (void)plan;
  multiply(n, p, q, X, C, Z);
  return SPARSEC_OK;
}

static inline void multiply_destroy(multiply_plan *plan) { free(plan); }

#endif // SOLVERS_PLAIN_MULTIPLY_H
