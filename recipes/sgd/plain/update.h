#ifndef SGD_PLAIN_UPDATE_H
#define SGD_PLAIN_UPDATE_H

#include "plain.h"

#ifndef SGD_FEATURES
#define SGD_FEATURES 32
#endif

void sgd_update(int n, int m, const int *index, const int *col,
                const float *rating, float step, float penalty,
                float U[n][SGD_FEATURES], float V[m][SGD_FEATURES]);

typedef plain_plan sgd_update_plan;

static inline int sgd_update_inspect(sgd_update_plan **plan_out, int n, int m,
                                     const int *index, const int *col) {
  (void)m;
  (void)index;
  (void)col;
  return plain_inspect(plan_out, n);
}

static inline int sgd_update_execute(sgd_update_plan *plan, int n, int m,
                                     const int *index, const int *col,
                                     const float *rating, float step,
                                     float penalty, float U[n][SGD_FEATURES],
                                     float V[m][SGD_FEATURES]) {
  (void)plan;
  sgd_update(n, m, index, col, rating, step, penalty, U, V);
  return SPARSEC_OK;
}

static inline void sgd_update_destroy(sgd_update_plan *plan) { free(plan); }

#endif // SGD_PLAIN_UPDATE_H
