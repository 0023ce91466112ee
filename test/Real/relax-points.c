// A relaxation of coarse or fine points only, with weights, the diagonal first.
// RUN: %sparsec %s -recipe %S/relax-points.script -o %t.c
// RUN: %check-same-result %s %t.c -arg relax_points=1
// RUN: %check-same-result %s %t.c -arg relax_points=-1
// TIME: -generate stencil2d:500 -arg relax_points=1
#pragma sparsec csr(n, n, A_i, A_j, A_data); has_diagonal(A_j, A_i); extent(cf, n); range(cf, -1, 2)
#pragma sparsec extent(f, n); extent(u, n); extent(old, n); noalias(u, old); noalias(u, f)
#pragma sparsec noalias(old, f); noalias(A_data, u); noalias(A_data, old); -1 <= relax_points <= 1
int relax_points(int n, const int *A_i, const int *A_j, const double *A_data,
                 const int *cf, int relax_points, double weight,
                 const double *f, double *u, double *old) {
  int i, ii, jj;
  double res;
  double one_minus = 1.0 - weight;
  for (i = 0; i < n; i++)
    old[i] = u[i];
  for (i = 0; i < n; i++) {
    if (cf[i] == relax_points) {
      res = f[i];
      for (jj = A_i[i] + 1; jj < A_i[i + 1]; jj++) {
        ii = A_j[jj];
        res -= A_data[jj] * old[ii];
      }
      u[i] *= one_minus;
      u[i] += weight * res / (A_data[A_i[i]] * A_data[A_i[i]] + 1.0);
    }
  }
  return 0;
}
