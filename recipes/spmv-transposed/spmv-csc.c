// Sparse matrix times vector, y += A x, with A in compressed sparse columns:
// entry j of column i stands in row row[j], so every column scatters into y.
#pragma sparsec csr(n, m, start, row, a)
#pragma sparsec extent(x, n)
#pragma sparsec extent(y, m)
void spmv_csc(int n, int m, const int *restrict start, const int *restrict row,
              const double *restrict a, const double *restrict x,
              double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = start[i]; j < start[i + 1]; j++)
      y[row[j]] += a[j] * x[i];
}
