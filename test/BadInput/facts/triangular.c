// Entries on the wrong side of the diagonal, or on it.
// RUN: %sparsec %S/Inputs/lower.c -recipe %S/Inputs/walk.script -o %t.lower.h
// RUN: %sparsec %S/Inputs/strictly_lower.c -recipe %S/Inputs/walk.script -o %t.strictly_lower.h
// RUN: %sparsec %S/Inputs/upper.c -recipe %S/Inputs/walk.script -o %t.upper.h
// RUN: %sparsec %S/Inputs/strictly_upper.c -recipe %S/Inputs/walk.script -o %t.strictly_upper.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.lower.h -include %t.strictly_lower.h -include %t.upper.h -include %t.strictly_upper.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int index[] = {0, 1, 2, 4}, low[] = {0, 1, 0, 2};
  const int ends[] = {0, 2, 3, 3}, high[] = {1, 2, 2}, diagonal[] = {1, 1, 2};
  const int below[] = {0, 0, 1, 3}, under[] = {0, 0, 1};
  TAKEN(lower, 3, index, low)
  TAKEN(strictly_lower, 3, below, under)
  TAKEN(upper, 3, ends, diagonal)
  TAKEN(strictly_upper, 3, ends, high)
  // CHECK: lower: lower.c:2:17: triangular(col, index, lower) does not hold: col[0] = 1 in row 0
  REFUSED("lower", lower, 3, ends, high);
  // CHECK: strictly lower: {{.*}}: triangular(col, index, lower, strict) does not hold: col[0] = 0 in row 0
  REFUSED("strictly lower", strictly_lower, 3, index, low);
  // CHECK: upper: {{.*}}: triangular(col, index, upper) does not hold: col[2] = 0 in row 2
  REFUSED("upper", upper, 3, index, low);
  // CHECK: strictly upper: {{.*}}: triangular(col, index, upper, strict) does not hold: col[1] = 1 in row 1
  const int mixed[] = {1, 1, 2};
  const int single[] = {0, 1, 2, 2};
  REFUSED("strictly upper", strictly_upper, 3, single, mixed);
  return 0;
}
