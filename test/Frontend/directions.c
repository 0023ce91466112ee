// Loops that count down visit -i in increasing order; strides and minima.
//
// RUN: %sparsec %s -function=backward -list-loops | FileCheck %s -check-prefix=BACK
// RUN: %sparsec %s -function=tiles -list-loops | FileCheck %s -check-prefix=TILES

void backward(int n, const int *index, const int *col, const double *a,
              double *x) {
  for (int i = n - 1; i >= 0; --i) {
    for (int j = index[i] + 1; j < index[i + 1]; j++)
      x[i] -= a[j] * x[col[j]];
    x[i] /= a[index[i]];
  }
}

#define MIN(a, b) ((a) < (b) ? (a) : (b))
void tiles(int n, double *y) {
  for (int t = 0; t < n; t += 32)
    for (int i = t; i < MIN(t + 32, n); i++)
      y[i] *= 2;
}

// BACK:      for i in [-n + 1, 0]
// BACK-NEXT:   for j in [index(-i) + 1, index(-i + 1) - 1]
// BACK-NEXT:     S0: x[-i] -= (a[j] * x[col(j)]);
// BACK-NEXT:   S1: x[-i] /= a[index(-i)];
// TILES:     for t in
// TILES-NEXT:  for i in
// TILES-NEXT:    if (t % 32 == 0)
// TILES-NEXT:      S0: y[i] *= 2;
