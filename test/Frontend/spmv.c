// CSR SpMV and the same loops with other names, bounds in scalars and end
// pointers: one loop nest.
//
// RUN: %sparsec %s -function=spmv -list-loops | FileCheck %s
// RUN: %sparsec %s -function=scalars -list-loops | FileCheck %s
// RUN: %sparsec %s -function=ends -list-loops | FileCheck %s -check-prefix=ENDS

#pragma sparsec csr(n, n, index, col, a)
void spmv(int n, const int *restrict index, const int *restrict col,
          const double *restrict a, const double *restrict x,
          double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}

#pragma sparsec csr(n, n, index, col, a)
void scalars(int n, const int *index, const int *col, const double *a,
             const double *x, double *y) {
  int i, j;
  for (i = 0; i < n; ++i) {
    int low = index[i], high = index[i + 1];
    for (j = low; j != high; j += 1) {
      int k = col[j];
      y[i] = y[i] + a[j] * x[k];
    }
  }
}

void ends(int rows, const int *ptr, const int *end, const int *c,
          const float *v, const float *in, float *out) {
  for (int r = 0; r < rows; r++)
    for (int p = ptr[r]; p < end[r]; p++)
      out[r] += v[p] * in[c[p]];
}

// CHECK:      for i in [0, n - 1]
// CHECK-NEXT:   for j in [index(i), index(i + 1) - 1]
// CHECK-NEXT:     S0: y[i] += (a[j] * x[col(j)]);
// ENDS:      for r in [0, rows - 1]
// ENDS-NEXT:   for p in [ptr(r), end(r) - 1]
// ENDS-NEXT:     S0: out[r] += (v[p] * in[c(p)]);
