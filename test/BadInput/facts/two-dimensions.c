// A fact about an array of two dimensions is about all of its elements.
// RUN: %sparsec %S/Inputs/table.c -recipe %S/Inputs/rows.script -o %t.table.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.table.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int good[2][2] = {{0, 4}, {3, 1}}, bad[2][2] = {{0, 4}, {3, 5}};
  TAKEN(table, 2, 2, good)
  // CHECK: last: table.c:1:17: range(t, 0, 5) does not hold: t[3] = 5 is not in [0, 5)
  REFUSED("last", table, 2, 2, bad);
  return 0;
}
