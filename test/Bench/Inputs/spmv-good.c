// What sparsec could have generated from spmv.c, written by hand.
#include <stdlib.h>

typedef struct spmv_plan {
  int rows;
  double *values;
  const int *index, *col;
} spmv_plan;

int spmv_update(spmv_plan *plan, const double *a) {
  for (int j = 0; j < plan->index[plan->rows]; j++)
    plan->values[j] = a[j];
  return 0;
}

int spmv_inspect(spmv_plan **out, int n, const int *index, const int *col,
                 const double *a) {
  spmv_plan *plan = malloc(sizeof *plan);
  *out = plan;
  plan->rows = n;
  plan->index = index;
  plan->col = col;
  plan->values = malloc((size_t)(index[n] + 1) * sizeof *plan->values);
  return spmv_update(plan, a);
}

#ifndef LAST_ROWS
#define LAST_ROWS 0
#endif

int spmv_execute(spmv_plan *plan, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < plan->rows - LAST_ROWS; i++) {
    double sum = 0;
    for (int j = plan->index[i + 1] - 1; j >= plan->index[i]; j--)
      sum += plan->values[j] * x[plan->col[j]];
    y[i] += sum;
  }
  return 0;
}

void spmv_destroy(spmv_plan *plan) {
  if (plan)
    free(plan->values);
  free(plan);
}

void spmv(int n, int m, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  spmv_plan *plan;
  (void)m;
  spmv_inspect(&plan, n, index, col, a);
  spmv_execute(plan, x, y);
  spmv_destroy(plan);
}
