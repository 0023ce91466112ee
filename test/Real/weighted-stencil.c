// A stencil by tables of offsets and weights.
// RUN: %sparsec %s -recipe %S/weighted-stencil.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=2000000
#pragma sparsec extent(x, n); extent(y, n)
void weighted_stencil(int n, const double *x, double *restrict y) {
  static const int shift[5] = {-2, -1, 0, 1, 2};
  static const double weight[5] = {-0.1, 0.3, 0.6, 0.3, -0.1};
  int i, k;
  for (i = 2; i < n - 2; i++) {
    double sum = weight[2] * x[i];
    for (k = 0; k < 5; k++)
      if (k != 2)
        sum += weight[k] * x[i + shift[k]];
    y[i] = sum;
  }
}
