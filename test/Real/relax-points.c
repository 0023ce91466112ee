// A relaxation of coarse or fine points only, with weights, the diagonal first.
// RUN: %sparsec %s -recipe %S/relax-points.script -o %t.c
// RUN: %check-same-result %s %t.c -arg relax_points=1
// RUN: %check-same-result %s %t.c -arg relax_points=-1
// TIME: -generate stencil2d:500 -arg relax_points=1
#pragma sparsec csr(n, n, start, place, value); has_diagonal(place, start); extent(kind, n); range(kind, -1, 2)
#pragma sparsec extent(f, n); extent(u, n); extent(old, n); noalias(u, old); noalias(u, f)
#pragma sparsec noalias(old, f); noalias(value, u); noalias(value, old); -1 <= relax_points <= 1
int relax_points(int n, const int *start, const int *place, const double *value,
                 const int *kind, int relax_points, double weight,
                 const double *f, double *u, double *old) {
  int i, j, k;
  double left;
  double keep = 1.0 - weight;
  for (i = 0; i < n; i++)
    old[i] = u[i];
  for (i = 0; i < n; i++) {
    if (kind[i] == relax_points) {
      left = f[i];
      for (k = start[i] + 1; k < start[i + 1]; k++) {
        j = place[k];
        left -= value[k] * old[j];
      }
      u[i] *= keep;
      u[i] += weight * left / (value[start[i]] * value[start[i]] + 1.0);
    }
  }
  return 0;
}
