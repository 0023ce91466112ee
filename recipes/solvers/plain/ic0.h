#ifndef SOLVERS_PLAIN_IC0_H
#define SOLVERS_PLAIN_IC0_H

#include "plain.h"

void ic0(int n, const int *colptr, const int *row, double *a);

typedef plain_plan ic0_plan;

static inline int ic0_inspect(ic0_plan **plan_out, int n, const int *colptr,
                              const int *row) {
  (void)colptr;
  (void)row;
  return plain_inspect(plan_out, n);
}

static inline int ic0_execute(ic0_plan *plan, const int *colptr, const int *row,
                              double *a) {
  ic0(plan->n, colptr, row, a);
  return SPARSEC_OK;
}

static inline void ic0_destroy(ic0_plan *plan) { free(plan); }

#endif // SOLVERS_PLAIN_IC0_H
