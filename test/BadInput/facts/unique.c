// A column twice in a row.
// RUN: %sparsec %S/Inputs/once.c -recipe %S/Inputs/walk.script -o %t.once.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.once.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int index[] = {0, 2, 2, 5}, good[] = {1, 2, 2, 1, 0};
  const int twice[] = {1, 2, 2, 1, 2};
  TAKEN(once, 3, index, good)
  // CHECK: twice: once.c:2:17: unique(col, index) does not hold: col[2] and col[4] are both 2 in segment 2 of index
  REFUSED("twice", once, 3, index, twice);
  return 0;
}
