// Planes of four integers: an imperfect nest of four loops.
#pragma sparsec csr(n, m, index, col, a)
void planes(int n, int m, int p, const int *index, const int *col, const int *a,
            const int x[m][p][4], int y[n][p][4], int t[n][p]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++) {
      t[i][k] = 0;
      for (int j = index[i]; j < index[i + 1]; j++)
        for (int l = 0; l < 4; l++)
          y[i][k][l] += a[j] * x[col[j]][k][l];
      t[i][k] += y[i][k][0];
    }
}
