// Loops whose condition steps the variable, and unsigned ones that count down.
//
// RUN: %sparsec %s -function=down -list-loops | FileCheck %s
// RUN: %verify %s -function down -recipe %S/Inputs/tile.script -corpus
// RUN: %verify %s -function others -recipe %S/Inputs/none.script -corpus
// RUN: not %sparsec %s -function=endless -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=ENDLESS

#include <stddef.h>

#pragma sparsec csr(n, m, index, col, a); extent(x, m); extent(y, n)
void down(size_t n, size_t m, const size_t *index, const size_t *col,
          const double *a, const double *restrict x, double *restrict y) {
  for (size_t i = n; i-- > 0;)
    for (size_t j = index[i + 1]; j-- != index[i];)
      y[i] += a[j] * x[col[j]];
}

#pragma sparsec extent(x, n); extent(y, n)
void others(int n, const double *restrict x, double *restrict y) {
  for (int i = n; i--;)
    y[i] += x[i];
  for (int i = n; --i >= 0;)
    y[i] += 2 * x[i];
  for (int i = -1; ++i < n;)
    y[i] += 3 * x[i];
  for (int i = -1; i++ < n - 1;)
    y[i] += 4 * x[i];
}

void endless(unsigned n, int m, double *y) {
  // ENDLESS: :[[#@LINE+1]]:24: error: the loop variable wraps around
  for (unsigned i = n; --i >= 0;)
    y[i] = 0;
  // ENDLESS: :[[#@LINE+1]]:3: error: the loop has no increment
  for (int i = 0; i < m;)
    y[i] = 0;
  // ENDLESS: :[[#@LINE+1]]:19: error: the loop condition does not compare 'i'
  for (int i = m; i-- > 0; i--)
    y[i] = 0;
}

// CHECK:      for i in [-n + 1, 0]
// CHECK-NEXT:   for j in [-index(-i + 1) + 1, -index(-i)]
// CHECK-NEXT:     S0: y[-i] += (a[-j] * x[col(-j)]);
