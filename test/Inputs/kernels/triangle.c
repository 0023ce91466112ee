// C += A B for lower triangles, and the diagonal of A: imperfect, bounds from
// loops.
void triangle(int n, const double a[n][n], const double b[n][n], double c[n][n],
              double d[n]) {
  for (int i = 0; i < n; i++) {
    d[i] = a[i][i];
    for (int j = 0; j <= i; j++)
      for (int k = j; k <= i; k++)
        c[i][j] += a[i][k] * b[k][j];
  }
}
