// Y = diag(d) X, X a block of vectors, stored row by row.
#pragma sparsec extent(d, n)
void scale_rows(int n, int cols, const double *restrict d,
                const double X[restrict n][cols], double Y[restrict n][cols]) {
  for (int i = 0; i < n; i++)
    for (int r = 0; r < cols; r++)
      Y[i][r] = d[i] * X[i][r];
}
