#pragma sparsec extent(p, n); range(p, 0, m); n % 4 == 0 && n <= m
void conditional(int n, int m, const int *p,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += x[p[i]];
}
