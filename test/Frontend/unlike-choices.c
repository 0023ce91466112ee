// What is compared is not what is kept, by the operator alone: no minimum.
// RUN: %sparsec %s -list-loops | FileCheck %s
// RUN: %verify %s -recipe %S/Inputs/none.script -corpus
#pragma sparsec extent(a, n); extent(b, n); extent(t, n); n >= 0
void unlike(int n, const double *restrict a, const double *restrict b, double *restrict t) {
  for (int i = 0; i < n; i++)
    t[i] = a[i] - b[i] < t[i] ? a[i] + b[i] : t[i];
}
// CHECK: S0: t[i] = (((a[i] - b[i]) < t[i]) ? (a[i] + b[i]) : t[i]);
