// Forces by half neighbour lists with a cutoff: what a pair adds goes to both atoms.
// RUN: %sparsec %s -recipe %S/neighbours-half.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:50000,20
#pragma sparsec csr(n, n, first, neigh, ?); extent(x, 3 * n); extent(f, 3 * n)
#pragma sparsec noalias(x, f)
double neighbours_half(int n, const int *first, const int *neigh,
                       const double *x, double *f, double cutsq, double eps) {
  int i, j, k;
  double t_energy = 0;
  for (i = 0; i < n; i++) {
    const double xi = x[i * 3 + 0], yi = x[i * 3 + 1], zi = x[i * 3 + 2];
    double fx = 0, fy = 0, fz = 0;
    for (k = first[i]; k < first[i + 1]; k++) {
      j = neigh[k];
      const double dx = xi - x[j * 3 + 0];
      const double dy = yi - x[j * 3 + 1];
      const double dz = zi - x[j * 3 + 2];
      const double rsq = dx * dx + dy * dy + dz * dz;
      const double force = rsq < cutsq ? eps * (cutsq - rsq) : 0.0;
      fx += dx * force;
      fy += dy * force;
      fz += dz * force;
      f[j * 3 + 0] -= dx * force;
      f[j * 3 + 1] -= dy * force;
      f[j * 3 + 2] -= dz * force;
      t_energy += force * (cutsq - rsq);
    }
    f[i * 3 + 0] += fx;
    f[i * 3 + 1] += fy;
    f[i * 3 + 2] += fz;
  }
  return t_energy;
}
