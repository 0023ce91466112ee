// A part of the sum in permanent.c, for callers that share it out: `groups`
// groups from `first` on, of `lanes` chunks each, of `size` subsets each. The
// sum over chunk v of group c goes to sum[c][v][0], and what a total of more
// digits has besides to sum[c][v][1]. `subsets` is 2^(n - 1), which is what all
// groups have together. The columns that change most often come first.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec groups >= 0
void permanent_range(int n, long long subsets, long long first, int groups,
                     int lanes, long long size, const int *index,
                     const int *col, const double *a,
                     double sum[restrict groups][lanes][2]) {
  for (int c = 0; c < groups; c++)
    for (int v = 0; v < lanes; v++) {
      double total = 0.0;
      for (long long s = 0; s < size; s++) {
        double product = 1.0;
        for (int j = 0; j < n - 1; j++)
          product *=
              1 - 2 * (((((first + c) * lanes + v) * size + s) >> j) & 1);
        for (int i = 0; i < n; i++) {
          double x = 0.0;
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
      double high = total;
      sum[c][v][0] = high;
      sum[c][v][1] = total - high;
    }
}
