// Fluxes over edges from states that a helper gives by its parameters.
// RUN: %sparsec %s -recipe %S/gas-state.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg edges=400000 -arg cells=200000
#include <math.h>
static void state(const double *q, double *speed, double *pressure) {
  const double u = q[1] / q[0];
  *speed = u;
  *pressure = 0.4 * (q[2] - 0.5 * q[0] * u * u);
}
#pragma sparsec extent(ends, edges, 2); range(ends, 0, cells)
#pragma sparsec extent(q, cells, 3); extent(flux, edges, 3)
void gas_state(int edges, int cells, const int (*ends)[2], const double (*q)[3],
               double (*restrict flux)[3]) {
  double ul, ur, pl, pr;
  int e;
  for (e = 0; e < edges; e++) {
    const double *l = q[ends[e][0]], *r = q[ends[e][1]];
    state(l, &ul, &pl);
    state(r, &ur, &pr);
    flux[e][0] = 0.5 * (l[0] * ul + r[0] * ur);
    flux[e][1] = 0.5 * (l[1] * ul + pl + r[1] * ur + pr);
    flux[e][2] = 0.5 * ((l[2] + pl) * ul + (r[2] + pr) * ur);
  }
}
