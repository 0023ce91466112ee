// A Gauss-Seidel sweep, forwards or backwards, over the rows of one kind of points.
// RUN: %sparsec %s -recipe %S/sweep-points.script -o %t.c
// RUN: %check-same-result %s %t.c -arg points=1
// TIME: -generate stencil2d:500 -arg points=1
#pragma sparsec csr(n, n, A_i, A_j, A_data); extent(cf, n); range(cf, -1, 2)
#pragma sparsec extent(f, n); extent(u, n); extent(inv, n); noalias(u, f); noalias(A_data, u); noalias(inv, u)
#pragma sparsec -1 <= points <= 1
void sweep_points(int n, const int *A_i, const int *A_j, const double *A_data,
                  const double *inv, const int *cf, int points, const double *f,
                  double *u) {
  int i, jj;
  double res;
  for (i = 0; i < n; i++) {
    if (cf[i] != points)
      continue;
    res = f[i];
    for (jj = A_i[i]; jj < A_i[i + 1]; jj++)
      res -= A_data[jj] * u[A_j[jj]];
    u[i] += res * inv[i];
  }
}
