// A symmetric Gauss-Seidel step for A y = b: a forward sweep, then a backward
// one.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec extent(b, n)
#pragma sparsec extent(idiag, n)
#pragma sparsec extent(y, n)
void symmetric_gauss_seidel(int n, const int *restrict index,
                            const int *restrict col, const double *restrict a,
                            const double *restrict b,
                            const double *restrict idiag, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = index[i]; j < index[i + 1]; j++)
      sum -= a[j] * y[col[j]];
    y[i] += sum * idiag[i];
  }
  for (int i = n - 1; i >= 0; i--) {
    double sum = b[i];
    for (int j = index[i]; j < index[i + 1]; j++)
      sum -= a[j] * y[col[j]];
    y[i] += sum * idiag[i];
  }
}
