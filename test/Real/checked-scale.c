// A diagonal scaling with checks of its arguments, kinds, and a loop that
// counts a parameter down.
// RUN: %sparsec %s -recipe %S/checked-scale.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=1000000 -arg kind=1
#include <assert.h>
#define REQUIRE(c, code)                                                       \
  do {                                                                         \
    if (!(c))                                                                  \
      return code;                                                             \
  } while (0)
#pragma sparsec extent(d, n); extent(x, n); extent(y, n)
int checked_scale(int n, int kind, const double *d, const double *x,
                  double *restrict y) {
  assert(x != y);
  REQUIRE(n >= 0, -1);
  REQUIRE(d && x && y, -2);
  switch (kind) {
  case 0:
    while (n--)
      *y++ = *d++ * *x++;
    break;
  case 1:
    while (n--)
      *y++ = *x++ / *d++;
    break;
  default:
    return -3;
  }
  return 0;
}
