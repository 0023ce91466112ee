#include <math.h>
#pragma sparsec csr(n, m, index, col, a)
void norms(int n, int m, const int *index, const int *col, const double *a,
           const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = index[i]; j < index[i + 1]; j++)
      sum += a[j] * x[col[j]];
    y[i] = sqrt(sum);
  }
}
