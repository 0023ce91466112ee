// Two independent results in one nest.
void two(int n, int p, const double x[n][p], double y[n][p], double z[n][p]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++) {
      y[i][k] = 2 * x[i][k];
      z[i][k] = x[i][k] + 1;
    }
}
