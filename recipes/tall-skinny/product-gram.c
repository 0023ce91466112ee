// Y = A X and G = X^T Y. Sums of 256 rows are added up in order, so that any
// number of threads rounds alike.
#pragma sparsec csr(n, n, index, col, a); n <= 256 * blocks; 256 * blocks < n + 256
void product_gram(int n, int blocks, int p, const int index[restrict n + 1],
                  const int *restrict col, const double *restrict a,
                  const double X[restrict n][p], double Y[restrict n][p],
                  double sums[restrict blocks][p][p], double G[restrict p][p]) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < p; k++)
      Y[i][k] = 0;
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int k = 0; k < p; k++)
        Y[i][k] += a[j] * X[col[j]][k];
  }
  for (int b = 0; b < blocks; b++) {
    for (int k = 0; k < p; k++)
      for (int l = 0; l < p; l++)
        sums[b][k][l] = 0;
    for (int i = 256 * b; i < 256 * b + 256 && i < n; i++)
      for (int k = 0; k < p; k++)
        for (int l = 0; l < p; l++)
          sums[b][k][l] += X[i][k] * Y[i][l];
  }
  for (int k = 0; k < p; k++)
    for (int l = 0; l < p; l++)
      G[k][l] = 0;
  for (int b = 0; b < blocks; b++)
    for (int k = 0; k < p; k++)
      for (int l = 0; l < p; l++)
        G[k][l] += sums[b][k][l];
}
