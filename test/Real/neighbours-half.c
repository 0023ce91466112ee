// Forces by half neighbour lists with a cutoff: what a pair adds goes to both atoms.
// RUN: %sparsec %s -recipe %S/neighbours-half.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:50000,20
#pragma sparsec csr(n, n, first, near, ?); extent(x, 3 * n); extent(f, 3 * n)
#pragma sparsec noalias(x, f)
double neighbours_half(int n, const int *first, const int *near,
                       const double *x, double *f, double reach, double eps) {
  int i, j, k;
  double energy = 0;
  for (i = 0; i < n; i++) {
    const double xi = x[i * 3 + 0], yi = x[i * 3 + 1], zi = x[i * 3 + 2];
    double fx = 0, fy = 0, fz = 0;
    for (k = first[i]; k < first[i + 1]; k++) {
      j = near[k];
      const double dx = xi - x[j * 3 + 0];
      const double dy = yi - x[j * 3 + 1];
      const double dz = zi - x[j * 3 + 2];
      const double square = dx * dx + dy * dy + dz * dz;
      const double pull = square < reach ? eps * (reach - square) : 0.0;
      fx += dx * pull;
      fy += dy * pull;
      fz += dz * pull;
      f[j * 3 + 0] -= dx * pull;
      f[j * 3 + 1] -= dy * pull;
      f[j * 3 + 2] -= dz * pull;
      energy += pull * (reach - square);
    }
    f[i * 3 + 0] += fx;
    f[i * 3 + 1] += fy;
    f[i * 3 + 2] += fz;
  }
  return energy;
}
