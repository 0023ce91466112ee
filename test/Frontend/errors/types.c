// Values that are neither integers nor real numbers, and casts of pointers.
//
// RUN: not %sparsec %s -function=f -list-loops 2>&1 | FileCheck %s
struct pair {
  double a, *b;
};

void f(int n, const struct pair *p, double *restrict y) {
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+2]]:17: error: values of type 'struct pair' are not
    // CHECK: note: integers of up to 64 bits, _Float16, __bf16, float, double, long
    struct pair q = p[i];
  }
}

// RUN: not %sparsec %s -function=g -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=CAST
void g(int n, const int *restrict ix, const double (*z)[4], double *restrict y) {
  double *w = (double *)z[0];
  for (int i = 0; i < n; i++) {
    // CAST: :[[#@LINE+2]]:6: error: this pointer drops qualifiers of 'const int *'
    // CAST: note: leave the cast away
    ((int *)ix)[i] = 0;
    // CAST: :[[#@LINE+1]]:7: error: this pointer drops qualifiers
    *((int *)ix + i) = 0;
    // CAST: :[[#@LINE-7]]:15: error: this pointer drops qualifiers
    w[1] = 0;
    // CAST: :[[#@LINE+1]]:13: error: this pointer does not name an array
    y[i] = ((float *)y)[i];
    // CAST-NOT: types.c:{{[0-9:]+}} error:
    y[i] = ((const double *)y)[i];
  }
}

// A definition that nothing reads is a statement like any other.
// RUN: %sparsec %s -function=h -list-loops | FileCheck %s -check-prefix=UNUSED
// UNUSED: for i in [0, n - 1]
// UNUSED-NEXT: S0: t = y[i];
// UNUSED-NEXT: S1: y[i] = 0;
void h(int n, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double t = y[i];
    y[i] = 0;
  }
}
