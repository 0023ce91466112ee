// y = (A x) .* d, CSR: an imperfect nest without a scalar.
#pragma sparsec csr(n, m, index, col, a)
void rows(int n, int m, const int *index, const int *col, const double *a,
          const double *x, const double *d, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
    y[i] *= d[i];
  }
}
