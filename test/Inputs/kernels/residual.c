// r = b - A x, CSR: an imperfect nest with a scalar.
#pragma sparsec csr(n, m, index, col, a)
void residual(int n, int m, const int *index, const int *col, const double *a,
              const double *x, const double *b, double *r) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = index[i]; j < index[i + 1]; j++)
      sum -= a[j] * x[col[j]];
    r[i] = sum;
  }
}
