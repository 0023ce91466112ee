// A product with weighted rows for each matrix of a batch.
#pragma sparsec csr(n, m, index, col, a)
void batches(int b, int n, int m, int k, const int *restrict index,
             const int *restrict col, const double *restrict a,
             const double *restrict w, const double X[restrict b][m][k],
             double Y[restrict b][n][k]) {
  for (int t = 0; t < b; t++)
    for (int i = 0; i < n; i++)
      for (int j = index[i]; j < index[i + 1]; j++)
        for (int r = 0; r < k; r++)
          Y[t][i][r] += w[i] * a[j] * X[t][col[j]][r];
}
