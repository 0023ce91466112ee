// Arrays that are not inverse to each other.
// RUN: %sparsec %S/Inputs/inverted.c -recipe %S/Inputs/walk.script -o %t.inverted.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.inverted.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int p[] = {2, 0, 1}, q[] = {1, 2, 0}, wild[] = {1, -4, 0};
  TAKEN(inverted, 3, p, q)
  // CHECK: other: inverted.c:1:{{[0-9]+}}: inverse(p, q) does not hold: q[0] = 2, but p[2] = 1
  REFUSED("other", inverted, 3, p, p);
  // CHECK: wild: {{.*}}: q[1] = -4 is not in [0, 3)
  REFUSED("wild", inverted, 3, p, wild);
  return 0;
}
