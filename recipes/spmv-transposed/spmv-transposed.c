// Transposed sparse matrix times vector, y += A^T x, with A in compressed
// sparse rows: every row scatters into y.
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, n)
#pragma sparsec extent(y, m)
void spmv_transposed(int n, int m, const int *restrict index,
                     const int *restrict col, const double *restrict a,
                     const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[col[j]] += a[j] * x[i];
}
