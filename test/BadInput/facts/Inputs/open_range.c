#pragma sparsec extent(p, n); range(p, ?, 2*m - 1)
void open_range(int n, int m, const int *p,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += x[p[i]];
}
