// An integer that both the comparison and the assignment convert is one value.
// RUN: %sparsec -list-loops %s | FileCheck %s
// RUN: sh -c "echo 'parallel(0, \"i\")' > %t.script"
// RUN: %verify %s -recipe %t.script -corpus
// CHECK: S0: y[i] min= 3;
// CHECK: S1: z[i] max= m;
#pragma sparsec extent(y, n); extent(z, n)
void bounded(int n, int m, double *restrict y, float *restrict z) {
  for (int i = 0; i < n; i++) {
    if (3 < y[i])
      y[i] = 3;
    if (z[i] < m)
      z[i] = m;
  }
}
