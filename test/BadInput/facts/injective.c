// A value that occurs twice; values far apart take no more memory.
// RUN: %sparsec %S/Inputs/distinct.c -recipe %S/Inputs/walk.script -o %t.distinct.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.distinct.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int good[] = {7, -1, 3}, twice[] = {4, 1, 4, 1};
  const int wide[] = {2000000000, -2000000000, 5, 2000000000};
  TAKEN(distinct, 3, good)
  TAKEN(distinct, 3, wide)
  // CHECK: near: distinct.c:1:17: injective(p) does not hold: p[0] and p[2] are both 4
  REFUSED("near", distinct, 4, twice);
  // CHECK: far: {{.*}}: p[0] and p[3] are both 2000000000
  REFUSED("far", distinct, 4, wide);
  return 0;
}
