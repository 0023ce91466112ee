#pragma sparsec csr(n, m, index, col, a); unique(col, index)
#pragma sparsec extent(x, n); extent(y, m)
void transposed(int n, int m, const int *index, const int *col, const double *a,
                const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[col[j]] += a[j] * x[i];
}
