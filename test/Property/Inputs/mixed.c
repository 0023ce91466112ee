// A sum that a second statement scales in the same loop.
#pragma sparsec csr(n, m, index, col, a)
void mixed(int n, int m, const int *index, const int *col, const double *a,
           const double *x, double *y, double *z) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++) {
      y[i] += a[j] * x[col[j]];
      z[col[j]] = 2 * y[i];
    }
}
