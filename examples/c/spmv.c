// Sparse matrix times vector, y += A x, with A in compressed sparse rows.
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, m)
#pragma sparsec extent(y, n)
void spmv(int n, int m, const int *restrict index, const int *restrict col,
          const double *restrict a, const double *restrict x,
          double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
