//===- half.c - symmetric matrices, one half stored -----------------------===//
#include "half.h"

#include "parts.h"

#include <sparsec/error.h>

#include <stdlib.h>

static int copy_lower(half_matrix *half, const csr_matrix *matrix) {
  const int n = matrix->n;
  csr_matrix *below = &half->below;
  int count = 0;
  for (int i = 0; i < n; i++)
    for (int at = matrix->index[i]; at < matrix->index[i + 1]; at++)
      count += matrix->col[at] < i;
  *below = (csr_matrix){n, allocate((long long)n + 1, sizeof(int)),
                        allocate(count, sizeof(int)),
                        allocate(count, sizeof(double))};
  half->diagonal = allocate(n, sizeof(double));
  if (!below->index || !below->col || !below->a || !half->diagonal)
    return SPARSEC_NO_MEMORY;
  count = 0;
  for (int i = 0; i < n; i++) {
    below->index[i] = count;
    half->diagonal[i] = 0;
    for (int at = matrix->index[i]; at < matrix->index[i + 1]; at++) {
      if (matrix->col[at] == i)
        half->diagonal[i] = matrix->a[at];
      if (matrix->col[at] >= i)
        continue;
      below->col[count] = matrix->col[at];
      below->a[count] = matrix->a[at];
      count++;
    }
  }
  below->index[n] = count;
  return SPARSEC_OK;
}

int half_setup(half_matrix *half, const csr_matrix *matrix,
               double *inspection) {
  int status = copy_lower(half, matrix);
  if (status != SPARSEC_OK)
    return status;
  const csr_matrix *below = &half->below;
  const double start = seconds();
  status = csb_symmetric_inspect(&half->entries, below->n, below->index,
                                 below->col, below->a);
  if (status == SPARSEC_OK)
    status = scale_rows_inspect(&half->scale);
  *inspection += seconds() - start;
  return status;
}

void half_destroy(half_matrix *half) {
  csb_symmetric_destroy(half->entries);
  scale_rows_destroy(half->scale);
  matrix_destroy(&half->below);
  free(half->diagonal);
}

int half_multiply(const half_matrix *half, int columns, const double *X,
                  double *Y) {
  const int n = half->below.n;
  const double(*from)[columns] = (const double(*)[columns])X;
  double(*to)[columns] = (double(*)[columns])Y;
  int status =
      scale_rows_execute(half->scale, n, columns, half->diagonal, from, to);
  if (status == SPARSEC_OK)
    status = csb_symmetric_execute(half->entries, n, columns, from, to);
  return status;
}

void half_multiply_vector(const half_matrix *half, const double *x, double *y) {
  const csr_matrix *below = &half->below;
  for (int i = 0; i < below->n; i++)
    y[i] = half->diagonal[i] * x[i];
  for (int i = 0; i < below->n; i++)
    for (int at = below->index[i]; at < below->index[i + 1]; at++) {
      y[i] += below->a[at] * x[below->col[at]];
      y[below->col[at]] += below->a[at] * x[i];
    }
}
