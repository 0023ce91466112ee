// Solves U x = b by rows from the last one up: U is upper triangular in
// compressed sparse rows, its diagonal apart in diag.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec triangular(col, index, upper, strict)
#pragma sparsec extent(diag, n)
#pragma sparsec extent(b, n)
#pragma sparsec extent(x, n)
void backward_csr(int n, const int *restrict index, const int *restrict col,
                  const double *restrict a, const double *restrict diag,
                  const double *restrict b, double *restrict x) {
  for (int i = n - 1; i >= 0; i--) {
    double sum = b[i];
    for (int j = index[i]; j < index[i + 1]; j++)
      sum -= a[j] * x[col[j]];
    x[i] = sum / diag[i];
  }
}
