// Subscripts and bounds that are not affine, and index arrays that change.
//
// RUN: not %sparsec %s -function=f -list-loops 2>&1 | FileCheck %s

void f(int n, int m, int *col, const long *wide, double *y) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      // CHECK: :[[#@LINE+1]]:27: error: the product of two values that vary
      for (int l = 0; l < i * j; l++)
        y[l] = 0;
    }
    // CHECK: :[[#@LINE+2]]:13: error: this may not fit 'int' and would wrap
    // CHECK: note: state facts from which wide(i)
    int k = wide[i];
    y[k] = 0;
  }
  // CHECK: :[[#@LINE+1]]:23: error: this value is not affine
  for (int i = 1; i < n * m; i++)
    y[i] = 0;
  // CHECK: :[[#@LINE+1]]:33: error: the index array 'col' is written here
  for (int i = 0; i < n; i++) { col[i] = 0; y[col[i]] = 0; }
}

// RUN: not %sparsec %s -function=flat -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=FLAT
void flat(int n, int m, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      // FLAT: :[[#@LINE+2]]:7: error: {{.*}} 0 <= -j - 1 < n is not known
      // FLAT: note: declare the array with its extents, '(*y)[n]'
      y[i * n - j - 1] = 0;
}
