// `if (v < t)` keeps a NaN in t, fmin replaces it: results are those of C, in
// vector lanes only where nothing is NaN.
//
// RUN: split-file %S/Inputs/minima.txt %t
// RUN: not %sparsec %s -recipe %t/lanes.script -o %t/no.c 2>&1 | FileCheck %s -check-prefix=LANES
// RUN: %sparsec %s -recipe %t/rows.script -o %t/rows.c
// RUN: FileCheck %s < %t/rows.c
// RUN: %cc -fopenmp -O2 %t/rows.c %t/main.c -lm -o %t/rows && %t/rows
// RUN: %sparsec %s -recipe %t/finite.script -o %t/finite.c
// RUN: FileCheck %s -check-prefix=FINITE < %t/finite.c
#include <math.h>

#pragma sparsec csr(n, m, index, col, a); extent(x, m); extent(y, n, 4)
void minima(int n, int m, const int *index, const int *col, const double *a,
            const double *x, double (*restrict y)[4]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++) {
      y[i][0] = fmin(y[i][0], a[j] * x[col[j]]);
      if (a[j] * x[col[j]] < y[i][1])
        y[i][1] = a[j] * x[col[j]];
      y[i][2] = a[j] * x[col[j]] > y[i][2] ? a[j] * x[col[j]] : y[i][2];
    }
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i][3] = y[i][3] <= a[j] ? y[i][3] : a[j];
}

// LANES: error: simd: {{.*}}minimum or maximum differs where an element is NaN
// CHECK-LABEL: int minima_execute(
// CHECK:       = fmin(
// CHECK-LABEL: void minima_destroy(
// FINITE:      omp simd reduction({{.*}}min:
