#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec range(perm, 0, k); extent(perm, m)
#pragma sparsec extent(x, k); extent(z, m); extent(y, n)
void nested(int n, int m, int k, const int *index, const int *col,
            const double *a, const int *perm, const double *x, const double *z,
            double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[perm[col[j]]] * z[col[j]];
}
