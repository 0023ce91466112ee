// A scatter of products of locals, one of them a difference.
#pragma sparsec csr(n, m, index, col, a)
void scatter(int n, int m, const int *restrict index, const int *restrict col,
             const double *restrict a, const double x[restrict n],
             const double *restrict w, double y[restrict m]) {
  for (int i = 0; i < n; i++) {
    double xi = x[i];
    for (int j = index[i]; j < index[i + 1]; j++) {
      double v = a[j] * w[j];
      y[col[j]] += v * (xi - 1.0) / 3;
    }
  }
}
