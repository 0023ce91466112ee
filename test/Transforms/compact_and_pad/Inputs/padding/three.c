#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(b, index[n]); extent(x, m); extent(y, n)
void three(int n, int m, const int *index, const int *col, const double *a,
           const double *b, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * b[j] * x[col[j]];
}
