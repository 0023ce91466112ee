#ifndef SOLVERS_PLAIN_GRAM_H
#define SOLVERS_PLAIN_GRAM_H

#include "plain.h"

void gram(int n, int blocks, int p, int q, const double X[n][p],
          const double Y[n][q], double sums[blocks][p][q], double G[p][q]);

typedef plain_plan gram_plan;

static inline int gram_inspect(gram_plan **plan_out, int n, int blocks) {
  (void)blocks;
  return plain_inspect(plan_out, n);
}

static inline int gram_execute(gram_plan *plan, int n, int blocks, int p, int q,
                               const double X[n][p], const double Y[n][q],
                               double sums[blocks][p][q], double G[p][q]) {
  (void)plan;
  gram(n, blocks, p, q, X, Y, sums, G);
  return SPARSEC_OK;
}

static inline void gram_destroy(gram_plan *plan) { free(plan); }

#endif // SOLVERS_PLAIN_GRAM_H
