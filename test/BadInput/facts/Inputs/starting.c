#pragma sparsec extent(p, n); p[0] = 2*m
void starting(int n, int m, const int *p,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += x[p[i]];
}
