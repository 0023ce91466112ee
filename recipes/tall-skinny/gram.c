// G = X^T Y of two blocks of vectors, stored row by row. Sums of 256 rows are
// added up in order, so that any number of threads rounds alike.
#pragma sparsec n <= 256 * blocks
void gram(int n, int blocks, int p, int q, const double X[restrict n][p],
          const double Y[restrict n][q], double sums[restrict blocks][p][q],
          double G[restrict p][q]) {
  for (int b = 0; b < blocks; b++) {
    for (int k = 0; k < p; k++)
      for (int l = 0; l < q; l++)
        sums[b][k][l] = 0;
    for (int i = 256 * b; i < 256 * b + 256 && i < n; i++)
      for (int k = 0; k < p; k++)
        for (int l = 0; l < q; l++)
          sums[b][k][l] += X[i][k] * Y[i][l];
  }
  for (int k = 0; k < p; k++)
    for (int l = 0; l < q; l++)
      G[k][l] = 0;
  for (int b = 0; b < blocks; b++)
    for (int k = 0; k < p; k++)
      for (int l = 0; l < q; l++)
        G[k][l] += sums[b][k][l];
}
