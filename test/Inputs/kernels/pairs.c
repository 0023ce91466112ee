// Two values per entry.
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec unique(col, index)
#pragma sparsec extent(b, index[n])
void pairs(int n, int m, const int *index, const int *col, const double *a,
           const double *b, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * b[j] * x[col[j]];
}
