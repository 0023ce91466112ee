#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec permutation(perm, n)
void permuted(int n, int m, const int *index, const int *col, const int *perm,
              const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[perm[i]]; j < index[perm[i] + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
