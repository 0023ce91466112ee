// Z = X C + Y D, X and Y blocks of vectors, stored row by row: the product with
// C, then the one with D.
#pragma sparsec noalias(X, Z); noalias(Y, Z)
void combine(int n, int p, int r, int q, const double X[restrict n][p],
             const double C[restrict p][q], const double Y[restrict n][r],
             const double D[restrict r][q], double Z[restrict n][q]) {
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < q; l++)
      Z[i][l] = 0;
    for (int k = 0; k < p; k++)
      for (int l = 0; l < q; l++)
        Z[i][l] += X[i][k] * C[k][l];
  }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < r; k++)
      for (int l = 0; l < q; l++)
        Z[i][l] += Y[i][k] * D[k][l];
}
