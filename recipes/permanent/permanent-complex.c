// permanent.c for complex matrices.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec extent(sum, 1)
void permanent(int n, long long subsets, const int *index, const int *col,
               const double _Complex *a, double _Complex *sum) {
  for (long long s = 0; s < subsets; s++) {
    double _Complex product = 1.0;
    for (int j = 0; j < n - 1; j++)
      product *= 1 - 2 * ((s >> j) & 1);
    for (int i = 0; i < n; i++) {
      double _Complex x = 0.0;
      for (int k = index[i]; k < index[i + 1]; k++)
        x += a[k] * ((((s + subsets) >> col[k]) & 1) - 0.5);
      product *= x;
    }
    sum[0] += product;
  }
}
