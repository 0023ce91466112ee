#pragma sparsec extent(p, n); extent(q, n); inverse(p, q)
void inverted(int n, const int *p, const int *q,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[q[i]] += x[p[i]];
}
