#include "scale.h"

#pragma sparsec csr(n, m, index, col, a)
void product(int n, int m, const int *index, const int *col, const double *a,
             const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += SCALE * a[j] * x[col[j]];
}
