// Rows that no other fact vouches for are looked at first: the checks of their
// columns stay within the arrays.
// RUN: %sparsec %S/Inputs/loose_rows.c -recipe %S/Inputs/walk.script -o %t.loose_rows.h
// RUN: %sparsec %S/Inputs/loose_unique.c -recipe %S/Inputs/walk.script -o %t.loose_unique.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.loose_rows.h -include %t.loose_unique.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int index[] = {0, 1, 2}, col[] = {0, 0}, wild[] = {0, 1, 900000000};
  const int negative[] = {-900000000, 1, 2}, falling[] = {2, 0, 2};
  TAKEN(loose_rows, 2, 2, index, col)
  // CHECK: end: {{.*}}: sorted(col, index) does not hold: index[2] = 900000000 is not in [0, 3)
  REFUSED("end", loose_rows, 2, 2, wild, col);
  // CHECK: begin: {{.*}}: index[0] = -900000000 is not in [0, 3)
  REFUSED("begin", loose_rows, 2, 2, negative, col);
  // CHECK: order: {{.*}}: unique(col, index) does not hold: index[1] = 0 comes after index[0] = 2
  REFUSED("order", loose_unique, 2, 2, falling, col);
  // CHECK: absent: {{.*}}: index is a null pointer
  REFUSED("absent", loose_unique, 2, 2, NULL, col);
  return 0;
}
