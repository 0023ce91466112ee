#pragma sparsec extent(p, n); range(p, 0, m)
#pragma sparsec rule(forall status, x: status <= x && x <= status + 2 && p[status] != 0 => p[x] >= p[status] - 1)
void neighbours(int n, int m, const int *p, const double *restrict x,
                double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += x[p[i]];
}
