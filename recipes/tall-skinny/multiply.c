// Z = X C, X a block of vectors, stored row by row.
#pragma sparsec noalias(X, Z)
void multiply(int n, int p, int q, const double X[restrict n][p],
              const double C[restrict p][q], double Z[restrict n][q]) {
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < q; l++)
      Z[i][l] = 0;
    for (int k = 0; k < p; k++)
      for (int l = 0; l < q; l++)
        Z[i][l] += X[i][k] * C[k][l];
  }
}
