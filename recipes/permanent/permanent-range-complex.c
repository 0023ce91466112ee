// permanent-range.c for complex matrices.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec groups >= 0
void permanent_range(int n, long long subsets, long long first, int groups,
                     int lanes, long long size, const int *index,
                     const int *col, const double _Complex *a,
                     double _Complex sum[restrict groups][lanes]) {
  for (int c = 0; c < groups; c++)
    for (int v = 0; v < lanes; v++) {
      double _Complex total = 0.0;
      for (long long s = 0; s < size; s++) {
        double _Complex product = 1.0;
        for (int j = 0; j < n - 1; j++)
          product *=
              1 - 2 * (((((first + c) * lanes + v) * size + s) >> j) & 1);
        for (int i = 0; i < n; i++) {
          double _Complex x = 0.0;
          for (int k = index[i]; k < index[i + 1]; k++)
            x +=
                a[k] *
                ((((((first + c) * lanes + v) * size + s + subsets) >> col[k]) &
                  1) -
                 0.5);
          product *= x;
        }
        total += product;
      }
      sum[c][v] = total;
    }
}
