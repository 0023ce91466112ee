// Solves L L^T x = b, L as ../ic0/ic0.c leaves it, and once more by rows: those
// of lower have the diagonal last, columns of L the diagonal first.
#pragma sparsec csr(n, n, index, col, lower)
#pragma sparsec sorted(col, index, strict)
#pragma sparsec triangular(col, index, lower); has_diagonal(col, index)
#pragma sparsec csr(n, n, colptr, row, a)
#pragma sparsec sorted(row, colptr, strict)
#pragma sparsec triangular(row, colptr, upper); has_diagonal(row, colptr)
#pragma sparsec extent(b, n)
#pragma sparsec extent(x, n)
void solve_cholesky(int n, const int *restrict index, const int *restrict col,
                    const double *restrict lower, const int *restrict colptr,
                    const int *restrict row, const double *restrict a,
                    const double *restrict b, double *restrict x) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = index[i]; j < index[i + 1] - 1; j++)
      sum -= lower[j] * x[col[j]];
    x[i] = sum / lower[index[i + 1] - 1];
  }
  for (int j = n - 1; j >= 0; j--) {
    double sum = x[j];
    for (int p = colptr[j] + 1; p < colptr[j + 1]; p++)
      sum -= a[p] * x[row[p]];
    x[j] = sum / a[colptr[j]];
  }
}
