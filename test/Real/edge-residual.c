// Residuals of an unstructured mesh: cells on both sides of each edge are updated.
// RUN: %sparsec %s -recipe %S/edge-residual.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg edges=300000 -arg nodes=100000 -arg cells=200000
#define GAM 1.4
static inline double through(const double *q, double dx, double dy) {
  double ri = 1.0 / (q[0] * q[0] + 1.0);
  return ri * (q[1] * dy - q[2] * dx);
}
static inline double pressure(const double *q) {
  double ri = 1.0 / (q[0] * q[0] + 1.0), s = q[1] * q[1] + q[2] * q[2];
  return (GAM - 1.0) * (q[3] - 0.5 * ri * s);
}

#pragma sparsec extent(edge, edges, 2); range(edge, 0, nodes)
#pragma sparsec extent(ecell, edges, 2); range(ecell, 0, cells)
#pragma sparsec extent(x, nodes, 2); extent(q, cells, 4); extent(res, cells, 4)
#pragma sparsec noalias(q, res); noalias(x, res)
void edge_residual(int edges, int nodes, int cells, const int (*edge)[2],
                   const int (*ecell)[2], const double (*x)[2],
                   const double (*q)[4], double (*res)[4]) {
  int e, k;
  double dx, dy, vol1, vol2, p1, p2, f;
  for (e = 0; e < edges; e++) {
    const int c1 = ecell[e][0], c2 = ecell[e][1];
    dx = x[edge[e][0]][0] - x[edge[e][1]][0];
    dy = x[edge[e][0]][1] - x[edge[e][1]][1];
    vol1 = through(q[c1], dx, dy);
    p1 = pressure(q[c1]);
    vol2 = through(q[c2], dx, dy);
    p2 = pressure(q[c2]);
    for (k = 0; k < 4; k++) {
      f = 0.5 * (vol1 * q[c1][k] + vol2 * q[c2][k]) + 0.1 * (p1 - p2);
      res[c1][k] += f;
      res[c2][k] -= f;
    }
  }
}
