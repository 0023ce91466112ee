#pragma sparsec extent(index, n + 1); extent(col, nnz); extent(a, nnz)
#pragma sparsec unique(col, index)
void loose_unique(int n, int nnz, const int *index, const int *col, const double *a,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
