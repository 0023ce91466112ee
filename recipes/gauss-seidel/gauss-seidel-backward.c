// One backward Gauss-Seidel sweep for A y = b, from the last row up: after a
// forward sweep (gauss-seidel.c) it makes a symmetric one.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec extent(b, n)
#pragma sparsec extent(idiag, n)
#pragma sparsec extent(y, n)
void gauss_seidel_backward(int n, const int *restrict index,
                           const int *restrict col, const double *restrict a,
                           const double *restrict b,
                           const double *restrict idiag, double *restrict y) {
  for (int i = n - 1; i >= 0; i--) {
    double sum = b[i];
    for (int j = index[i]; j < index[i + 1]; j++)
      sum -= a[j] * y[col[j]];
    y[i] += sum * idiag[i];
  }
}
