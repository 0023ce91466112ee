// Rules are checked where they take linear time, also through two arrays.
// RUN: %sparsec %S/Inputs/placed_diagonal.c -recipe %S/Inputs/walk.script -o %t.placed_diagonal.h
// RUN: %sparsec %S/Inputs/true_diagonal.c -recipe %S/Inputs/walk.script -o %t.true_diagonal.h
// RUN: %sparsec %S/Inputs/split_rows.c -recipe %S/Inputs/walk.script -o %t.split_rows.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.placed_diagonal.h -include %t.true_diagonal.h -include %t.split_rows.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int index[] = {0, 1, 3, 5}, col[] = {0, 0, 1, 0, 2};
  const int diag[] = {0, 2, 4}, early[] = {0, 2, 1}, shifted[] = {0, 1, 4};
  const int wild[] = {0, 2, -7}, beyond[] = {0, 2, 5};
  const int late[] = {0, 0, 1, 2, 2};
  TAKEN(placed_diagonal, 3, index, col, diag)
  TAKEN(true_diagonal, 3, index, col, diag)
  TAKEN(split_rows, 3, index, col, diag)
  TAKEN(split_rows, 3, index, col, wild)
  // CHECK: row: placed_diagonal.c:2:17: rule({{.*}}) does not hold for i = 2: diag[2] = 1, index[3] = 5, index[2] = 3
  REFUSED("row", placed_diagonal, 3, index, col, early);
  // CHECK: value: {{.*}} does not hold for i = 1: col[1] = 0, diag[1] = 1
  REFUSED("value", true_diagonal, 3, index, col, shifted);
  // CHECK: negative: {{.*}} does not hold for i = 2: diag[2] = -7 gives no position of col
  REFUSED("negative", true_diagonal, 3, index, col, wild);
  // CHECK: large: {{.*}} does not hold for i = 2: diag[2] = 5 gives no position of col
  REFUSED("large", true_diagonal, 3, index, col, beyond);
  // CHECK: entry: {{.*}} does not hold for i = 2, e = 3: col[3] = 2, diag[2] = 4, index[2] = 3
  REFUSED("entry", split_rows, 3, index, late, diag);
  return 0;
}
