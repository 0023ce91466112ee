// A sampled product: one number for each entry.
#pragma sparsec csr(n, m, index, col, a)
void sddmm(int n, int m, int k, const int *restrict index,
           const int *restrict col, const double *restrict a,
           const double d[restrict n][k], const double e[restrict m][k],
           double *restrict out) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++) {
      double dot = 0;
      for (int c = 0; c < k; c++)
        dot += d[i][c] * e[col[j]][c];
      out[j] = a[j] * dot;
    }
}
