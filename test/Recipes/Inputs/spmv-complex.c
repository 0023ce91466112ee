// recipes/spmv/spmv.c of complex numbers.
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, m); extent(y, n)
void spmv(int n, int m, const int *restrict index, const int *restrict col,
          const double _Complex *restrict a, const double _Complex *restrict x,
          double _Complex *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
