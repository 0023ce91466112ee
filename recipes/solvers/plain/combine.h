#ifndef SOLVERS_PLAIN_COMBINE_H
#define SOLVERS_PLAIN_COMBINE_H

#include "plain.h"

void combine(int n, int p, int r, int q, const double X[n][p],
             const double C[p][q], const double Y[n][r], const double D[r][q],
             double Z[n][q]);

typedef plain_plan combine_plan;

static inline int combine_inspect(combine_plan **plan_out) {
  return plain_inspect(plan_out, 0);
}

static inline int combine_execute(combine_plan *plan, int n, int p, int r,
                                  int q, const double X[n][p],
                                  const double C[p][q], const double Y[n][r],
                                  const double D[r][q], double Z[n][q]) {
  (void)plan;
  combine(n, p, r, q, X, C, Y, D, Z);
  return SPARSEC_OK;
}

static inline void combine_destroy(combine_plan *plan) { free(plan); }

#endif // SOLVERS_PLAIN_COMBINE_H
