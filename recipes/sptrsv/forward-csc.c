// Solves L x = b in place by columns: L is lower triangular in compressed
// sparse columns, its diagonal apart in diag.
#pragma sparsec csr(n, n, colptr, row, a)
#pragma sparsec triangular(row, colptr, upper, strict)
#pragma sparsec extent(diag, n)
#pragma sparsec extent(x, n)
void forward_csc(int n, const int *restrict colptr, const int *restrict row,
                 const double *restrict a, const double *restrict diag,
                 double *restrict x) {
  for (int j = 0; j < n; j++) {
    x[j] /= diag[j];
    for (int p = colptr[j]; p < colptr[j + 1]; p++)
      x[row[p]] -= a[p] * x[j];
  }
}
