// Dense matrix product, C += A B.
void matmul(int n, int m, int p, const double A[restrict n][p],
            const double B[restrict p][m], double C[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        C[i][j] += A[i][k] * B[k][j];
}
