// Densities of particles by a kernel of the distance.
// RUN: %sparsec %s -recipe %S/smoothing-kernel.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=50000
#include <math.h>
static inline double kernel(double r) {
  return r < 1.0 ? 1.0 - 1.5 * r * r + 0.75 * r * r * r
                 : 0.25 * (2.0 - r) * (2.0 - r) * (2.0 - r);
}
#pragma sparsec extent(first, n + 1); monotonic(first); extent(near, first[n])
#pragma sparsec range(near, 0, n); extent(at, n, 3); extent(mass, n); extent(rho, n)
void smoothing_kernel(int n, const int *first, const int *near,
                      const double (*at)[3], const double *mass, double h,
                      double *restrict rho) {
  int i, j, k;
  for (i = 0; i < n; i++) {
    double sum = 0.0;
    for (k = first[i]; k < first[i + 1]; k++) {
      double dx, dy, dz;
      j = near[k];
      dx = at[i][0] - at[j][0];
      dy = at[i][1] - at[j][1];
      dz = at[i][2] - at[j][2];
      sum += mass[j] * kernel(sqrt(dx * dx + dy * dy + dz * dz) / h);
    }
    rho[i] = sum;
  }
}
