// Of complex numbers sums, differences and products are computed; all else is
// refused, each at its place.
//
// RUN: not %sparsec %s -function=f -list-loops 2>&1 | FileCheck %s
#include <complex.h>

void f(int n, const double _Complex *restrict a, double _Complex *restrict z,
       double *restrict y) {
  for (int i = 0; i < n; i++) {
    z[i] = a[i] * z[i] - 2;
    // CHECK: :[[#@LINE+2]]:12: error: this is not supported for complex numbers
    // CHECK: note: + - * of complex and real numbers and = += -= *= are accepted; pass other complex numbers, quotients and parts as arguments or arrays
    z[i] = a[i] / 2;
    // CHECK: :[[#@LINE+1]]:5: error: this is not supported for complex numbers
    z[i] /= a[i];
    // CHECK: :[[#@LINE+1]]:26: error: this is not supported for complex numbers
    z[i] = a[i] + y[i] * I;
    // CHECK: :[[#@LINE+1]]:13: error: this is not supported for complex numbers
    z[i] += ~a[i];
    // CHECK: :[[#@LINE+1]]:12: error: this is not supported for complex numbers
    y[i] = a[i];
    // CHECK: :[[#@LINE+1]]:5: error: this is not supported for complex numbers
    y[i] += a[i];
    // CHECK: :[[#@LINE+1]]:12: error: this is not supported for complex numbers
    y[i] = a[i] == z[i] ? 1 : 0;
    // CHECK: :[[#@LINE+1]]:12: error: this is not supported for complex numbers
    z[i] = y[i] > 0 ? a[i] : 0;
  }
}

// RUN: not %sparsec %s -function=g -list-loops 2>&1 | FileCheck %s -check-prefix=CALL
void g(int n, const double _Complex *restrict a, double *restrict y) {
  for (int i = 0; i < n; i++) {
    // CALL: :[[#@LINE+2]]:12: error: a call of 'cabs' on complex numbers is not supported
    // CALL: note: + - * of complex and real numbers are accepted; pass what it returns as an argument or array
    y[i] = cabs(a[i]);
  }
}
