#pragma sparsec extent(p, n); range(p, 0, m)
void ranged(int n, int m, const int *p,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += x[p[i]];
}
