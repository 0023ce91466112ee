#pragma sparsec range(t, 0, 5); extent(y, n)
void table(int n, int m, const int t[n][m], int *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i] += t[i][j];
}
