// A Gauss-Seidel sweep, forwards or backwards, over the rows of one kind of points.
// RUN: %sparsec %s -recipe %S/sweep-points.script -o %t.c
// RUN: %check-same-result %s %t.c -arg points=1
// TIME: -generate stencil2d:500 -arg points=1
#pragma sparsec csr(n, n, start, place, value); extent(kind, n); range(kind, -1, 2)
#pragma sparsec extent(f, n); extent(u, n); extent(inv, n); noalias(u, f); noalias(value, u); noalias(inv, u)
#pragma sparsec -1 <= points <= 1
void sweep_points(int n, const int *start, const int *place, const double *value,
                  const double *inv, const int *kind, int points, const double *f,
                  double *u) {
  int i, k;
  double left;
  for (i = 0; i < n; i++) {
    if (kind[i] != points)
      continue;
    left = f[i];
    for (k = start[i]; k < start[i + 1]; k++)
      left -= value[k] * u[place[k]];
    u[i] += left * inv[i];
  }
}
