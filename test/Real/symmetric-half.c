// y = A x of a symmetric matrix of which the lower half and the diagonal are stored.
// RUN: %sparsec %s -recipe %S/symmetric-half.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil3d:60
#pragma sparsec csr(n, n, rowptr, colind, lower); triangular(colind, rowptr, lower, strict)
#pragma sparsec extent(diag, n); extent(x, n); extent(y, n); noalias(x, y); noalias(lower, y); noalias(diag, y)
void symmetric_half(int n, const int *rowptr, const int *colind,
                    const double *lower, const double *diag, const double *x,
                    double *y) {
  register int i, j;
  for (i = 0; i < n; i++)
    y[i] = diag[i] * x[i];
  for (i = 0; i < n; i++) {
    register double xi = x[i], yi = 0.0;
    for (j = rowptr[i]; j < rowptr[i + 1]; j++) {
      int c = colind[j];
      yi += lower[j] * x[c];
      y[c] += lower[j] * xi;
    }
    y[i] += yi;
  }
}
