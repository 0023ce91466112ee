// Each part of csr.
// RUN: %sparsec %S/Inputs/plain_rows.c -recipe %S/Inputs/walk.script -o %t.plain_rows.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.plain_rows.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int index[] = {0, 2, 2, 3}, col[] = {0, 1, 2}, wild[] = {0, 7, 2};
  const int late[] = {1, 2, 2, 3}, falling[] = {0, 2, 1, 3};
  const int below[] = {0, -1, 0, 1};
  TAKEN(plain_rows, 3, 3, index, col)
  // CHECK: start: plain_rows.c:1:17: csr(n, m, index, col, a) does not hold: index[0] = 1, expected 0
  REFUSED("start", plain_rows, 3, 3, late, col);
  // CHECK: order: {{.*}}: index[2] = 1 comes after index[1] = 2
  REFUSED("order", plain_rows, 3, 3, falling, col);
  // CHECK: negative: {{.*}}: index[1] = -1 comes after index[0] = 0
  REFUSED("negative", plain_rows, 3, 3, below, col);
  // CHECK: column: {{.*}}: col[1] = 7 is not in [0, 3)
  REFUSED("column", plain_rows, 3, 3, index, wild);
  // CHECK: absent: {{.*}}: col is a null pointer
  REFUSED("absent", plain_rows, 3, 3, index, NULL);
  return 0;
}
