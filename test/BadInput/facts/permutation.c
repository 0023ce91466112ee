// No permutation: a value too large, or one twice.
// RUN: %sparsec %S/Inputs/permuted.c -recipe %S/Inputs/walk.script -o %t.permuted.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.permuted.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int good[] = {2, 0, 1}, large[] = {2, 3, 1}, twice[] = {2, 0, 2};
  TAKEN(permuted, 3, good)
  TAKEN(permuted, 0, NULL)
  // CHECK: large: permuted.c:1:17: permutation(p, n) does not hold: p[1] = 3 is not in [0, 3)
  REFUSED("large", permuted, 3, large);
  // CHECK: twice: {{.*}}: p[0] and p[2] are both 2
  REFUSED("twice", permuted, 3, twice);
  return 0;
}
