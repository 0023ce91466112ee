// A private scalar gets an element per row, so the parts of the row loop may be
// distributed.
// RUN: split-file %s %t
// RUN: %sparsec %t/residual.c -recipe %t/expand.script -o %t/out.c
// RUN: FileCheck %s --input-file=%t/out.c
// RUN: %cc -O2 -c %t/out.c -o %t/out.o
// RUN: %check-same-result %t/residual.c %t/out.c

// CHECK-LABEL: int residual_execute(
// CHECK:      for (int i = 0; i < n; i++)
// CHECK-NEXT:   sums[i] = b[i];
// CHECK:      for (int i = 0; i < n; i++)
// CHECK:        for (int j = index[i]; j < index[i + 1]; j++)
// CHECK:      for (int i = 0; i < n; i++)
// CHECK-NEXT:   y[i] = sums[i];

//--- residual.c
#pragma sparsec csr(n, m, index, col, a)
void residual(int n, int m, const int *index, const int *col, const double *a,
              const double *x, const double *b, double *y) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = index[i]; j < index[i + 1]; j++)
      sum -= a[j] * x[col[j]];
    y[i] = sum;
  }
}
//--- expand.script
scalar_expand("S1", {"i"}, "sum", {name = "sums"})
distribute("S1", "i")
