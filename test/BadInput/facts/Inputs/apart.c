#pragma sparsec csr(n, n, index, col, a); extent(x, n); extent(y, n); noalias(x, y)
void apart(int n, const int *index, const int *col, const double *a,
    const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
