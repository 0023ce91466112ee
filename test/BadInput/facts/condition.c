// Parameters that break a condition.
// RUN: %sparsec %S/Inputs/conditional.c -recipe %S/Inputs/walk.script -o %t.conditional.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.conditional.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int p[] = {0, 1, 1, 0};
  TAKEN(conditional, 4, 4, p)
  // CHECK: odd: conditional.c:1:{{[0-9]+}}: n % 4 == 0 && n <= m does not hold
  REFUSED("odd", conditional, 3, 4, p);
  // CHECK: small: {{.*}}: n % 4 == 0 && n <= m does not hold
  REFUSED("small", conditional, 4, 2, p);
  return 0;
}
