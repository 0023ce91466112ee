#ifndef SOLVERS_PLAIN_UPDATE_H
#define SOLVERS_PLAIN_UPDATE_H

#include "plain.h"

void update(int n, int p, int q, const double X[n][p], const double C[p][q],
            double Z[n][q]);

typedef plain_plan update_plan;

static inline int update_inspect(update_plan **plan_out) {
  return plain_inspect(plan_out, 0);
}

static inline int update_execute(update_plan *plan, int n, int p, int q,
                                 const double X[n][p], const double C[p][q],
                                 double Z[n][q]) {
  (void)plan;
  update(n, p, q, X, C, Z);
  return SPARSEC_OK;
}

static inline void update_destroy(update_plan *plan) { free(plan); }

#endif // SOLVERS_PLAIN_UPDATE_H
