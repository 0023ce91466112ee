// Rows as segments first[i]..last[i] of lists, in any order.
#pragma sparsec extent(first, n)
#pragma sparsec extent(last, n)
#pragma sparsec extent(col, nnz)
#pragma sparsec extent(a, nnz)
#pragma sparsec range(first, 0, nnz)
#pragma sparsec range(last, 0, nnz + 1)
#pragma sparsec range(col, 0, m)
void segments(int n, int m, int nnz, const int *first, const int *last,
              const int *col, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = first[i]; j < last[i]; j++)
      y[i] += a[j] * x[col[j]];
}
