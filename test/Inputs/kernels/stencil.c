// One step of a stencil on an n x n grid, then the sum of each row: two nests.
void stencil(int n, const double u[n][n], double v[n][n], double rowsum[n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      rowsum[i] += v[i][j];
}
