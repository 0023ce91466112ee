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
static void bump(double *v) { *v += 1; }
static double twice(double v) {
  double w = v + v;
  return w;
}

void refused(int n, double *y) {
  for (int i = 0; i < n; i++) {
    // REFUSED: :[[#@LINE+2]]:12: error: a call of 'fact', which may have side
    // REFUSED: note: {{.*}}functions of this file whose body is 'return
    y[i] = fact(3);
    // REFUSED: :[[#@LINE+1]]:5: error: a call of 'bump'
    bump(y + i);
    // REFUSED: :[[#@LINE+1]]:12: error: a call of 'twice'
    y[i] = twice(y[i]);
  }
}

// CHECK:      for j in [index(i), index(i + 1) - 1]
// CHECK-NEXT: S0: y[i] += {{.*}}(float)(((a[j] + 1) * (a[j] + 1)) + 1){{.*}} * x[col(j)]
