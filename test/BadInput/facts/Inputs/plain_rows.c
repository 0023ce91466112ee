#pragma sparsec csr(n, m, index, col, a)
void plain_rows(int n, int m, const int *index, const int *col, const double *a,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
