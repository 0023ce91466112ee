// Positions and columns that count from 1.
// RUN: %sparsec %S/Inputs/from_one.c -recipe %S/Inputs/walk.script -o %t.from_one.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.from_one.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int index[] = {1, 3, 3, 4}, col[] = {1, 3, 2};
  const int zero[] = {0, 2, 2, 3}, wild[] = {1, 0, 2};
  TAKEN(from_one, 3, index, col)
  // CHECK: start: {{.*}}: csr_base1(n, n, index, col, a) does not hold: index[0] = 0, expected 1
  REFUSED("start", from_one, 3, zero, col);
  // CHECK: column: {{.*}}: col[1] = 0 is not in [1, 4)
  REFUSED("column", from_one, 3, index, wild);
  return 0;
}
