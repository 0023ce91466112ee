// A relaxation on one process: its own part of a matrix, and columns of others.
// RUN: %sparsec %s -recipe %S/two-parts.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil2d:400 -generate uniform:160000,1
#pragma sparsec csr(n, n, own_start, own_place, own_value); csr(n, m, far_start, far_place, far_value); extent(f, n); extent(u, n); extent(others, m)
#pragma sparsec extent(out, n); extent(norm, n); noalias(f, out); noalias(u, out); noalias(others, out)
#pragma sparsec noalias(own_value, out); noalias(far_value, out); noalias(norm, out)
int two_parts(int n, int m, int *own_start, int *own_place, double *own_value, int *far_start, int *far_place,
              double *far_value, double *norm, double *f, double *u, double *others,
              double *out) {
  int i, j, k;
  double left;
  for (i = 0; i < n; i++) {
    left = f[i];
    for (k = own_start[i]; k < own_start[i + 1]; k++) {
      j = own_place[k];
      left -= own_value[k] * u[j];
    }
    for (k = far_start[i]; k < far_start[i + 1]; k++) {
      j = far_place[k];
      left -= far_value[k] * others[j];
    }
    out[i] = u[i] + left / (norm[i] * norm[i] + 1.0);
  }
  return 0;
}
