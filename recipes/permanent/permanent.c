// The sum of Nijenhuis and Wilf for the permanent of a square sparse matrix
// (their half of Ryser's formula): of all subsets s of the columns but the
// last, which is always in, the products of the rows' sums, with signs.
// `subsets` is 2^(n - 1); the permanent is sum[0] * (n % 2 ? 2 : -2) if
// sum[0] was 0.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec extent(sum, 1)
void permanent(int n, long long subsets, const int *index, const int *col,
               const double *a, double *sum) {
  for (long long s = 0; s < subsets; s++) {
    double product = 1.0;
    for (int j = 0; j < n - 1; j++)
      product *= 1 - 2 * ((s >> j) & 1);
    for (int i = 0; i < n; i++) {
      double x = 0.0;
      for (int k = index[i]; k < index[i + 1]; k++)
        x += a[k] * ((((s + subsets) >> col[k]) & 1) - 0.5);
      product *= x;
    }
    sum[0] += product;
  }
}
