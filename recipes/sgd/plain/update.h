#ifndef SGD_PLAIN_UPDATE_H
#define SGD_PLAIN_UPDATE_H

#include "plain.h"

#ifndef SGD_FEATURES
#define SGD_FEATURES 32
#endif

void sgd_update(int n, int m, const int *index, const int *col,
                const float *rating, float step, float penalty,
                float U[n][SGD_FEATURES], float V[m][SGD_FEATURES]);

/// A generated plan lists the ratings in its order; this one points to them.
typedef struct {
  const int *index, *col;
} sgd_update_plan;

static inline int sgd_update_inspect(sgd_update_plan **plan_out, int n, int m,
                                     const int *index, const int *col) {
  (void)n;
  (void)m;
  sgd_update_plan *plan = (sgd_update_plan *)malloc(sizeof *plan);
  *plan_out = plan;
  if (!plan)
    return sparsec_fail(SPARSEC_NO_MEMORY, "out of memory: a plan");
  *plan = (sgd_update_plan){index, col};
  return SPARSEC_OK;
}

static inline int sgd_update_execute(sgd_update_plan *plan, int n, int m,
                                     const float *rating, float step,
                                     float penalty, float U[n][SGD_FEATURES],
                                     float V[m][SGD_FEATURES]) {
  sgd_update(n, m, plan->index, plan->col, rating, step, penalty, U, V);
  return SPARSEC_OK;
}

static inline void sgd_update_destroy(sgd_update_plan *plan) { free(plan); }

#endif // SGD_PLAIN_UPDATE_H
