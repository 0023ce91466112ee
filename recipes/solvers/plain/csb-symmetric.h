#ifndef SOLVERS_PLAIN_CSB_SYMMETRIC_H
#define SOLVERS_PLAIN_CSB_SYMMETRIC_H

#include "plain.h"

void csb_symmetric(int n, int cols, const int *index, const int *col,
                   const double *a, const double X[n][cols], double Y[n][cols]);

/// A generated plan holds the matrix; this one points to it.
typedef struct {
  int n;
  const int *index, *col;
  const double *a;
} csb_symmetric_plan;

static inline int csb_symmetric_inspect(csb_symmetric_plan **plan_out, int n,
                                        const int *index, const int *col,
                                        const double *a) {
  csb_symmetric_plan *plan = (csb_symmetric_plan *)malloc(sizeof *plan);
  *plan_out = plan;
  if (!plan)
    return sparsec_fail(SPARSEC_NO_MEMORY, "out of memory: a plan");
  *plan = (csb_symmetric_plan){n, index, col, a};
  return SPARSEC_OK;
}

static inline int csb_symmetric_execute(csb_symmetric_plan *plan, int n,
                                        int cols, const double X[n][cols],
                                        double Y[n][cols]) {
  csb_symmetric(n, cols, plan->index, plan->col, plan->a, X, Y);
  return SPARSEC_OK;
}

static inline void csb_symmetric_destroy(csb_symmetric_plan *plan) {
  free(plan);
}

#endif // SOLVERS_PLAIN_CSB_SYMMETRIC_H
