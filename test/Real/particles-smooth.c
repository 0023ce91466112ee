// Densities of smoothed particles over lists of neighbours, by a spline of two parts.
// RUN: %sparsec %s -recipe %S/particles-smooth.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:50000,30
#include <math.h>
static inline double spline(double q) {
  return q < 1.0 ? 1.0 - 1.5 * q * q + 0.75 * q * q * q
                 : (q < 2.0 ? 0.25 * (2.0 - q) * (2.0 - q) * (2.0 - q) : 0.0);
}
#pragma sparsec csr(n, n, start, list, ?); extent(px, n); extent(py, n); extent(m, n); extent(rho, n)
#pragma sparsec noalias(px, rho); noalias(py, rho); noalias(m, rho)
void particles_smooth(int n, const int *start, const int *list,
                      const double *px, const double *py, const double *m,
                      double h, double *rho) {
  int i, k;
  for (i = 0; i < n; i++) {
    rho[i] = m[i] * spline(0.0);
    for (k = start[i]; k < start[i + 1]; k++) {
      const int j = list[k];
      const double dx = px[i] - px[j], dy = py[i] - py[j];
      const double q = sqrt(dx * dx + dy * dy) / h;
      rho[i] += m[j] * spline(q);
    }
  }
}
