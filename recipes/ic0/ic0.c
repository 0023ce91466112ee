// Incomplete Cholesky factorization without fill-in, in place: the lower
// triangle by columns, rows rising, the diagonal first.
#include <math.h>
#pragma sparsec csr(n, n, colptr, row, a)
#pragma sparsec sorted(row, colptr, strict)
#pragma sparsec triangular(row, colptr, upper); has_diagonal(row, colptr)
void ic0(int n, const int *restrict colptr, const int *restrict row,
         double *restrict a) {
  for (int j = 0; j < n; j++) {
    a[colptr[j]] = sqrt(a[colptr[j]]);
    for (int p = colptr[j] + 1; p < colptr[j + 1]; p++)
      a[p] /= a[colptr[j]];
    for (int p = colptr[j] + 1; p < colptr[j + 1]; p++)
      for (int k = colptr[row[p]]; k < colptr[row[p] + 1]; k++)
        for (int q = p; q < colptr[j + 1]; q++)
          if (row[k] == row[q])
            a[k] -= a[p] * a[q];
  }
}
