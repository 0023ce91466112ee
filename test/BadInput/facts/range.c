// Values outside their range, of which an end may be open.
// RUN: %sparsec %S/Inputs/ranged.c -recipe %S/Inputs/walk.script -o %t.ranged.h
// RUN: %sparsec %S/Inputs/open_range.c -recipe %S/Inputs/walk.script -o %t.open_range.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.ranged.h -include %t.open_range.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int good[] = {0, 5, 3}, negative[] = {5, -1, -2}, large[] = {0, 5, 6};
  TAKEN(ranged, 3, 6, good)
  TAKEN(open_range, 3, 6, negative)
  // CHECK: low: ranged.c:1:17: range(p, 0, m) does not hold: p[1] = -1 is not in [0, 6)
  REFUSED("low", ranged, 3, 6, negative);
  // CHECK: high: {{.*}}: p[2] = 6 is not in [0, 6)
  REFUSED("high", ranged, 3, 6, large);
  // CHECK: open: {{.*}}: range(p, ?, 2*m - 1) does not hold: p[1] = 5 is not in [{{-[0-9]+}}, 5)
  REFUSED("open", open_range, 3, 3, large);
  return 0;
}
