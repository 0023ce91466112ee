// A row without a diagonal entry; an entry without its mirror image.
// RUN: %sparsec %S/Inputs/with_diagonal.c -recipe %S/Inputs/walk.script -o %t.with_diagonal.h
// RUN: %sparsec %S/Inputs/symmetric.c -recipe %S/Inputs/walk.script -o %t.symmetric.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.with_diagonal.h -include %t.symmetric.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int index[] = {0, 2, 3, 5}, good[] = {0, 2, 1, 2, 0};
  const int hole[] = {0, 1, 0, 1, 2}, oneway[] = {0, 1, 1, 0, 2};
  TAKEN(with_diagonal, 3, index, good)
  TAKEN(symmetric, 3, index, good)
  // CHECK: hole: {{.*}}: has_diagonal(col, index) does not hold: row 1, positions 2 to 2 of col, has no diagonal entry
  REFUSED("hole", with_diagonal, 3, index, hole);
  // CHECK: one way: {{.*}}: symmetric_pattern(col, index) does not hold: col[1] = 1 gives entry (0, 1), but there is none at (1, 0)
  REFUSED("one way", symmetric, 3, index, oneway);
  return 0;
}
