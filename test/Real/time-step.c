// The largest stable time step: the least over all cells, and the greatest speed met.
// RUN: %sparsec %s -recipe %S/time-step.script -o %t.c
// RUN: %check-same-result %s %t.c -exact -arg cells=1000 -arg nodes=300
// TIME: -arg cells=1000000 -arg nodes=500000
#include <math.h>
#pragma sparsec extent(corner, cells, 3); range(corner, 0, nodes); extent(speed, nodes); extent(size, cells)
#pragma sparsec extent(fastest, 1); noalias(fastest, speed); noalias(fastest, size)
double time_step(int cells, int nodes, const int (*corner)[3], const double *speed,
                 const double *size, double *fastest) {
  double step = 1.0e20;
  int c, k;
  for (c = 0; c < cells; c++) {
    double most = 0.0;
    for (k = 0; k < 3; k++) {
      const double v = fabs(speed[corner[c][k]]);
      if (v > most)
        most = v;
    }
    if (most > *fastest)
      *fastest = most;
    const double here = (fabs(size[c]) + 1.0e-3) / (most + 1.0e-9);
    if (here < step)
      step = here;
  }
  return 0.8 * step;
}
