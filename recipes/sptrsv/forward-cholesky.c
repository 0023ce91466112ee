// Solves L x = b by rows, the diagonal of L last in its row: the transpose of
// what ../ic0/ic0.c leaves.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec sorted(col, index, strict)
#pragma sparsec triangular(col, index, lower); has_diagonal(col, index)
#pragma sparsec extent(b, n)
#pragma sparsec extent(x, n)
void forward_cholesky(int n, const int *restrict index, const int *restrict col,
                      const double *restrict a, const double *restrict b,
                      double *restrict x) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = index[i]; j < index[i + 1] - 1; j++)
      sum -= a[j] * x[col[j]];
    x[i] = sum / a[index[i + 1] - 1];
  }
}
