// Columns that fall within a row, or repeat where that is forbidden.
// RUN: %sparsec %S/Inputs/ordered.c -recipe %S/Inputs/walk.script -o %t.ordered.h
// RUN: %sparsec %S/Inputs/ascending.c -recipe %S/Inputs/walk.script -o %t.ascending.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.ordered.h -include %t.ascending.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int index[] = {0, 2, 2, 5}, good[] = {1, 2, 0, 1, 2};
  const int falls[] = {1, 2, 0, 2, 1}, repeats[] = {1, 2, 0, 2, 2};
  TAKEN(ordered, 3, index, good)
  TAKEN(ordered, 3, index, repeats)
  TAKEN(ascending, 3, index, good)
  // CHECK: falls: ordered.c:2:17: sorted(col, index) does not hold: col[4] = 1 comes after col[3] = 2 in one segment of index
  REFUSED("falls", ordered, 3, index, falls);
  // CHECK: repeats: {{.*}}: sorted(col, index, strict) does not hold: col[4] = 2 comes after col[3] = 2 in one segment of index
  REFUSED("repeats", ascending, 3, index, repeats);
  return 0;
}
