// Solves U x = b in place by columns from the last one down: U is upper
// triangular in compressed sparse columns, its diagonal apart in diag.
#pragma sparsec csr(n, n, colptr, row, a)
#pragma sparsec triangular(row, colptr, lower, strict)
#pragma sparsec extent(diag, n)
#pragma sparsec extent(x, n)
void backward_csc(int n, const int *restrict colptr, const int *restrict row,
                  const double *restrict a, const double *restrict diag,
                  double *restrict x) {
  for (int j = n - 1; j >= 0; j--) {
    x[j] /= diag[j];
    for (int p = colptr[j]; p < colptr[j + 1]; p++)
      x[row[p]] -= a[p] * x[j];
  }
}
