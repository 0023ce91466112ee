#pragma sparsec csr_base1(n, n, index, col, a)
void from_one(int n, const int *index, const int *col, const double *a,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i] - 1; j < index[i + 1] - 1; j++)
      y[i] += a[j] * x[col[j] - 1];
}
