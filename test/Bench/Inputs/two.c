#pragma sparsec csr(n, m, ia, ja, a)
#pragma sparsec csr(n, m, ib, jb, b)
void two(int n, int m, const int *ia, const int *ja, const double *a,
         const int *ib, const int *jb, const double *b, const double *x,
         double *y) {
  for (int i = 0; i < n; i++) {
    for (int j = ia[i]; j < ia[i + 1]; j++)
      y[i] += a[j] * x[ja[j]];
    for (int j = ib[i]; j < ib[i + 1]; j++)
      y[i] += b[j] * x[jb[j]];
  }
}
