// A row that is too long.
// RUN: %sparsec %S/Inputs/bounded.c -recipe %S/Inputs/walk.script -o %t.bounded.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.bounded.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int index[] = {0, 1, 1, 3}, col[] = {0, 1, 2};
  TAKEN(bounded, 3, 2, index, col)
  // CHECK: long: bounded.c:2:17: row_length(index) <= M does not hold: index[2] = 1 and index[3] = 3 are more than 1 apart
  REFUSED("long", bounded, 3, 1, index, col);
  return 0;
}
