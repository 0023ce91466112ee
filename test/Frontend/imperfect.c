// A triangular solve: statements before, in and after the inner loop, in order.
//
// RUN: %sparsec %s -list-loops | FileCheck %s

#pragma sparsec csr(n, n, ptr, idx, v)
void solve(int n, const int *ptr, const int *idx, const double *v,
           const double *d, const double *b, double *x) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int k = ptr[i]; k < ptr[i + 1]; k++)
      if (idx[k] < i)
        sum -= v[k] * x[idx[k]];
    x[i] = sum / d[i];
  }
}

// CHECK:      for i in [0, n - 1]
// CHECK-NEXT:   S0: sum = b[i];
// CHECK-NEXT:   for k in [ptr(i), ptr(i + 1) - 1]
// CHECK-NEXT:     if (i >= idx(k) + 1)
// CHECK-NEXT:       S1: sum -= (v[k] * x[idx(k)]);
// CHECK-NEXT:   S2: x[i] = (sum / d[i]);
