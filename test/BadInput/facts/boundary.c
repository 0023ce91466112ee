// One element of an array that is not as stated, or not there.
// RUN: %sparsec %S/Inputs/starting.c -recipe %S/Inputs/walk.script -o %t.starting.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.starting.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int p[] = {6, 0, 1};
  TAKEN(starting, 3, 3, p)
  // CHECK: element: starting.c:1:{{[0-9]+}}: p[0] = 2*m does not hold: p[0] = 6, expected 8
  REFUSED("element", starting, 3, 4, p);
  // CHECK: no element: {{.*}}: there is no p[0], p has 0 elements
  REFUSED("no element", starting, 0, 4, p);
  return 0;
}
