#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec rule(forall i, k: i < k => index[i] <= index[k])
void all_pairs(int n, const int *index, const int *col, const double *a,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
