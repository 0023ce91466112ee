// A tile of rows keeps its part of y in a temporary; the rows that index[] leaves
// empty are copied in and out unchanged, the last tile copies only rows below n,
// and the tiles still run in parallel.
// RUN: split-file %s %t
// RUN: %sparsec %t/spmv.c -recipe %t/rows.script -o %t/out.c
// RUN: FileCheck %s --input-file=%t/out.c
// RUN: %cc -O2 -c %t/out.c -o %t/out.o
// RUN: %check-same-result %t/spmv.c %t/out.c

// CHECK-LABEL: int spmv_execute(
// CHECK:      #pragma omp parallel for
// CHECK:      for (int ii = 0; ii < (n + 3) / 4; ii++) {
// CHECK-NEXT:   double rows[4];
// CHECK-NEXT:   for (int rows_0 = 0; rows_0 < sparsec_min_int(4, n - 4 * ii); rows_0++)
// CHECK-NEXT:     rows[rows_0] = y[4 * ii + rows_0];
// CHECK:            double sum = rows[i];
// CHECK:              sum += a[j] * x[col[j]];
// CHECK:            rows[i] = sum;
// CHECK:        for (int rows_0 = 0; rows_0 < sparsec_min_int(4, n - 4 * ii); rows_0++)
// CHECK-NEXT:     y[4 * ii + rows_0] = rows[rows_0];

//--- spmv.c
#pragma sparsec csr(n, m, index, col, a)
void spmv(int n, int m, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
//--- rows.script
tile("S0", "i", 4, {outer = "ii"})
datacopy("S0", "i", "y", {name = "rows"})
parallel("S0", "ii")
