// Statements and expressions that have no place in a polyhedral program.
//
// RUN: not %sparsec %s -function=f -list-loops 2>&1 | FileCheck %s

double total;

void f(int n, double *x, double *y, double **z, volatile double *v,
       double (*g)(double)) {
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:5: error: a volatile object
    v[i] = 0;
    // CHECK: :[[#@LINE+1]]:12: error: a call through a function pointer
    y[i] = g(x[i]);
  }
}

// RUN: not %sparsec %s -function=h -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=H
void h(int n, int m, double *x, double *y, double **z) {
  for (int i = 0; i < n; i++) {
    // H: :[[#@LINE+2]]:13: error: a side effect inside an expression
    // H: note: write each assignment as a statement of its own
    x[i] = (y[i] = 0) + 1;
    // H: :[[#@LINE+1]]:5: error: the scalar 'total' belongs to the caller
    total += x[i];
    // H: :[[#@LINE+1]]:6: error: this pointer does not name an array
    *(double *)z = 0;
    if (x[i] > 0)
      y[i] = 1;
    if (m) return;
  }
}
