// An `if` that changes an integer that steers makes a choice.
//
// RUN: %sparsec %s -function=clamped -list-loops | FileCheck %s
// RUN: %verify %s -function clamped -recipe %S/Inputs/tile.script -corpus
// RUN: %sparsec %s -function=byData -list-loops | FileCheck %s -check-prefix=DATA

#pragma sparsec extent(x, n); extent(y, n)
void clamped(int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    int low = i - 2, high;
    if (low < 0)
      low = 0;
    if (i + 2 < n)
      high = i + 2;
    else
      high = n - 1;
    for (int j = low; j <= high; j++)
      y[i] += x[j];
  }
}

void byData(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    int k = 0;
    if (x[i] > 0)
      k = 1;
    // DATA: y[k] += x[i];
    y[k] += x[i];
  }
}

// CHECK:      for i in [0, n - 1]
// CHECK-NEXT:   for j in [max(0, i - 2), min({{n - 1, i \+ 2|i \+ 2, n - 1}})]
