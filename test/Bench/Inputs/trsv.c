#pragma sparsec csr(n, n, rowptr, col, val)
#pragma sparsec triangular(col, rowptr, lower, strict)
void trsv(int n, const int *rowptr, const int *col, const double *val,
          const double *diag, const double *b, double *x) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = rowptr[i]; j < rowptr[i + 1]; j++)
      sum -= val[j] * x[col[j]];
    x[i] = sum / diag[i];
  }
}
