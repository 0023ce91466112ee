#include "kernel.h"

#include <stdio.h>

void product(int n, int m, const int *index, const int *col, const double *a,
             const double *x, double *y);

int main(void) {
  const int index[] = {0, 2, 3, 3}, col[] = {0, 1, 2};
  const double a[] = {1, 2, 2}, x[] = {1, 2, 3};
  double y[] = {0, 0, 0};
  product(3, 3, index, col, a, x, y);
  printf("y = %g %g %g\n", y[0], y[1], y[2]);
  return 0;
}
