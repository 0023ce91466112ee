// Rows in parallel, the sum unrolled by 4: loops, locals and clean-up.
// RUN: split-file %s %t
// RUN: %sparsec %t/spmv.c -recipe %t/unroll.script -o %t/out.c
// RUN: FileCheck %s --input-file=%t/out.c
// RUN: %check-same-result %t/spmv.c %t/out.c
//
// CHECK-LABEL: int spmv_execute(
// CHECK: #pragma omp parallel for
// CHECK: for (int i = 0; i < n; i++) {
// CHECK: const int [[BEGIN:j_begin]] = index[i];
// CHECK: const int [[END:j_end]] = index[i + 1];
// CHECK: const int [[MAIN:j_main]] = [[BEGIN]] + 4 * (([[END]] - [[BEGIN]]) / 4);
// CHECK: double sum = y[i];
// CHECK: for (int j = [[BEGIN]]; j < [[MAIN]]; j += 4)
// CHECK: sum += a[j] * x[col[j]] + a[j + 1]
// CHECK: a[j + 3] * x[col[j + 3]];
// CHECK: for (int j = [[MAIN]]; j < [[END]]; j++)
// CHECK: y[i] = sum;

//--- spmv.c
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, m)
#pragma sparsec extent(y, n)
void spmv(int n, int m, const int *restrict index, const int *restrict col,
          const double *restrict a, const double *restrict x,
          double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}

//--- unroll.script
allow_reassociation()
unroll(s, "j", 4)
parallel(s, "i")
