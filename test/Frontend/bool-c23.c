// `_Bool` keeps its name where the source is C23, which calls it bool: what is
// generated is C11.
//
// RUN: %sparsec %s -recipe %S/Inputs/parallel.script -o %t.c -- -std=c23
// RUN: FileCheck %s --input-file=%t.c
// RUN: %cc -c %t.c -o %t.o
void above(int n, _Bool *y, const int *x) {
  for (int i = 0; i < n; i++) {
    _Bool b = x[i] > 3;
    y[i] = b && (_Bool)(x[i] % 2);
  }
}
// CHECK-LABEL: int above_execute(
// CHECK:         const _Bool b = x[i] > 3;
// CHECK:         y[i] = b && (_Bool)(x[i] % 2);
