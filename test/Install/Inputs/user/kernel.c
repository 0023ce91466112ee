#include "element.h"

#pragma sparsec csr(n, m, index, col, a)
void product(int n, int m, const int *index, const int *col, const element *a,
             const element *x, element *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
