// fmin and `if (v < t) t = v` keep their meaning for NaN and infinities when the
// order of a row changes; vector lanes need assume_finite().
// RUN: split-file %s %t
// RUN: %cc -Wno-unknown-pragmas -Wno-unused-parameter %t/rows.c -lm -o %t/original
// RUN: %t/original > %t/original.txt
// RUN: %sparsec %t/rows.c -function=fewest -recipe %t/reverse.script -o %t/fewest.c
// RUN: FileCheck %s --input-file=%t/fewest.c --check-prefix=FEWEST
// RUN: %cc -O2 -Wno-unknown-pragmas -Wno-unused-parameter %t/fewest.c -lm -o %t/fewest
// RUN: %t/fewest | diff %t/original.txt -
// RUN: %sparsec %t/rows.c -function=smallest -recipe %t/columns.script -o %t/least.c
// RUN: FileCheck %s --input-file=%t/least.c --check-prefix=LEAST
// RUN: %cc -O2 -Wno-unknown-pragmas -Wno-unused-parameter %t/least.c -lm -o %t/least
// RUN: %t/least | diff %t/original.txt -
// RUN: not %sparsec %t/rows.c -function=fewest -recipe %t/lanes.script -o %t/no.c 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: not %sparsec %t/rows.c -function=smallest -recipe %t/lanes.script -o %t/no.c 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: %sparsec %t/rows.c -function=fewest -recipe %t/finite.script -o %t/finite.c
// RUN: FileCheck %s --input-file=%t/finite.c --check-prefix=FINITE
// FEWEST: least = fmin(least, a[{{.*}}]);
// LEAST: if (a[{{.*}}] + x[{{.*}}] < least)
// LANES: lanes.script:1:1: error: simd: {{.*}}lanes of loop 'j' would share y[i] of S0[i, j], whose minimum or maximum differs where an element is NaN
// FINITE: #pragma omp simd reduction(min : least)

//--- rows.c
#include <math.h>
#include <stdio.h>
#pragma sparsec csr(n, m, index, col, a)
void fewest(int n, int m, const int *index, const int *col, const double *a,
            double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] = fmin(y[i], a[j]);
}
#pragma sparsec csr(n, m, index, col, a)
void smallest(int n, int m, const int *index, const int *col, const double *a,
           const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      if (a[j] + x[col[j]] < y[i])
        y[i] = a[j] + x[col[j]];
}
int main(void) {
  int index[] = {0, 3, 6, 8, 9}, col[] = {2, 0, 1, 1, 2, 0, 0, 1, 2};
  double a[] = {3, NAN, 2, NAN, NAN, NAN, INFINITY, INFINITY, -1};
  double x[3] = {0}, start[] = {NAN, NAN, INFINITY, NAN}, y[4], z[4];
  for (int i = 0; i < 4; i++)
    y[i] = z[i] = start[i];
  fewest(4, 3, index, col, a, y);
  smallest(4, 3, index, col, a, x, z);
  for (int i = 0; i < 4; i++)
    printf("%g %g\n", fabs(y[i]), fabs(z[i]));
}
//--- reverse.script
reverse(s, "j")
//--- columns.script
compact(make_dense(s, "j", "k"), "k")
//--- lanes.script
simd(s, "j")
//--- finite.script
assume_finite()
simd(s, "j")
