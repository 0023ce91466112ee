#pragma sparsec permutation(p, n)
void permuted(int n, const int *p,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += x[p[i]];
}
