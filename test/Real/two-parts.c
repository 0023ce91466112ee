// A relaxation on one process: its own part of a matrix, and columns of others.
// RUN: %sparsec %s -recipe %S/two-parts.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil2d:400 -generate uniform:160000,1
typedef struct { int rows, cols; int *i, *j; double *data; } part;
typedef struct { part diag, offd; } parcsr;
#pragma sparsec csr(n, n, di, dj, da); csr(n, m, oi, oj, oa); extent(f, n); extent(u, n); extent(ext, m)
#pragma sparsec extent(out, n); extent(l1, n); noalias(f, out); noalias(u, out); noalias(ext, out)
#pragma sparsec noalias(da, out); noalias(oa, out); noalias(l1, out)
int two_parts(int n, int m, int *di, int *dj, double *da, int *oi, int *oj,
              double *oa, double *l1, double *f, double *u, double *ext,
              double *out) {
  int i, ii, jj;
  double res;
  for (i = 0; i < n; i++) {
    res = f[i];
    for (jj = di[i]; jj < di[i + 1]; jj++) {
      ii = dj[jj];
      res -= da[jj] * u[ii];
    }
    for (jj = oi[i]; jj < oi[i + 1]; jj++) {
      ii = oj[jj];
      res -= oa[jj] * ext[ii];
    }
    out[i] = u[i] + res / (l1[i] * l1[i] + 1.0);
  }
  return 0;
}
