// Solves L^T x = b from the last row up, L as ../ic0/ic0.c leaves it: by
// columns, which are the rows of L^T, the diagonal first.
#pragma sparsec csr(n, n, colptr, row, a)
#pragma sparsec sorted(row, colptr, strict)
#pragma sparsec triangular(row, colptr, upper); has_diagonal(row, colptr)
#pragma sparsec extent(b, n)
#pragma sparsec extent(x, n)
void backward_cholesky(int n, const int *restrict colptr,
                       const int *restrict row, const double *restrict a,
                       const double *restrict b, double *restrict x) {
  for (int j = n - 1; j >= 0; j--) {
    double sum = b[j];
    for (int p = colptr[j] + 1; p < colptr[j + 1]; p++)
      sum -= a[p] * x[row[p]];
    x[j] = sum / a[colptr[j]];
  }
}
