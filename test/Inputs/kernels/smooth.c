// The second loop reads what later iterations of the first one write.
void smooth(int n, const double u[n], double v[n], double w[n]) {
  for (int i = 1; i < n - 1; i++)
    v[i] = u[i] + u[i - 1];
  for (int i = 1; i < n - 2; i++)
    w[i] = v[i] + v[i + 1];
}
