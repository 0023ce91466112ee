// Functions whose body is one return are read in place, with conversions.
//
// RUN: %sparsec %s -function=product -list-loops | FileCheck %s
// RUN: %verify %s -function product \
// RUN:   -recipe %S/Inputs/parallel.script -corpus
// RUN: not %sparsec %s -function=refused -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=REFUSED

static inline double square(double v) { return v * v; }
static float rounded(double v) { return square(v) + 1; }
static int at(const int *rows, int i, int step) { return rows[i + step]; }
static int isLower(int row, int column) { return column < row; }

#pragma sparsec csr(n, m, index, col, a); extent(x, m); extent(y, n)
void product(int n, int m, const int *restrict index, const int *restrict col,
             const double *restrict a, const double *restrict x,
             double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = at(index, i, 0); j < at(index, i, 1); j++)
      if (isLower(i, at(col, j, 0)))
        y[i] += rounded(a[j] + 1) * x[at(col, j, 0)];
}

static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
double lgamma(double v); // writes signgam

void refused(int n, double *y) {
  for (int i = 0; i < n; i++) {
    // REFUSED: :[[#@LINE+2]]:12: error: a call of 'fact', which may have side
    // REFUSED: note: {{.*}}functions that this file defines and that do not
    y[i] = fact(3);
    // REFUSED: :[[#@LINE+1]]:12: error: a call of 'lgamma'
    y[i] = lgamma(y[i]);
  }
}

// CHECK:      for j in [index(i), index(i + 1) - 1]
// CHECK-NEXT: if (i >= col(j) + 1)
// CHECK-NEXT: S0: y[i] += {{.*}}(float)(((a[j] + 1) * (a[j] + 1)) + 1){{.*}} * x[col(j)]
