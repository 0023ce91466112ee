// The same as spmm.c with X and Y as flat arrays, eight columns each.
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(X, 8 * m)
#pragma sparsec extent(Y, 8 * n)
void spmm_flat(int n, int m, const int *restrict index,
               const int *restrict col, const double *restrict a,
               const double *restrict X, double *restrict Y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < 8; r++)
        Y[i * 8 + r] += a[j] * X[col[j] * 8 + r];
}
