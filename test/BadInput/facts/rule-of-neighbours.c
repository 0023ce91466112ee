// A premise that is tested, an interval of constant length, and variables whose
// names are taken in generated code.
// RUN: %sparsec %S/Inputs/neighbours.c -recipe %S/Inputs/walk.script -o %t.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int good[] = {3, 2, 4, 0, 5}, far[] = {3, 2, 4, 0, 5, 5, 4, 3};
  TAKEN(neighbours, 1, 6, good)
  TAKEN(neighbours, 0, 6, NULL)
  TAKEN(neighbours, 2, 6, good)
  // CHECK: second: neighbours.c:2:17: rule({{.*}}) does not hold for status = 1, x = 3: p[1] = 2, p[3] = 0
  REFUSED("second", neighbours, 5, 6, good);
  // CHECK: third: {{.*}} does not hold for status = 1, x = 3: p[1] = 2, p[3] = 0
  REFUSED("third", neighbours, 8, 6, far);
  return 0;
}
