// R = A X - X diag(theta), given A X, and the sums of squares of its columns,
// by blocks of 256 rows. X and A X are the first m columns of blocks that are w
// wide.
#pragma sparsec n <= 256 * blocks
#pragma sparsec extent(theta, m); extent(squares, m)
void residual(int n, int blocks, int w, int m, const double X[restrict n][w],
              const double AX[restrict n][w], const double *restrict theta,
              double R[restrict n][m], double sums[restrict blocks][m],
              double *restrict squares) {
  for (int b = 0; b < blocks; b++) {
    for (int k = 0; k < m; k++)
      sums[b][k] = 0;
    for (int i = 256 * b; i < 256 * b + 256 && i < n; i++) {
      for (int k = 0; k < m; k++)
        R[i][k] = AX[i][k] - X[i][k] * theta[k];
      for (int k = 0; k < m; k++)
        sums[b][k] += R[i][k] * R[i][k];
    }
  }
  for (int k = 0; k < m; k++)
    squares[k] = 0;
  for (int b = 0; b < blocks; b++)
    for (int k = 0; k < m; k++)
      squares[k] += sums[b][k];
}
