#pragma sparsec csr(n, ?, index, col, a)
#pragma sparsec range(col, low, m); extent(x, m); extent(y, n)
void least(int n, int m, int low, const int *index, const int *col,
           const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
