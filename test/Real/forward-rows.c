// L x = b by rows, in place, with the inverse of the diagonal at the end of each row.
// RUN: %sparsec %s -recipe %S/forward-rows.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil2d:500
#pragma sparsec csr(n, n, p, c, v); sorted(c, p, strict)
#pragma sparsec triangular(c, p, lower); has_diagonal(c, p); extent(x, n)
#pragma sparsec noalias(v, x)
int forward_rows(int n, const int *p, const int *c, const double *v,
                 double *x) {
  int i, k;
  if (n <= 0)
    return 1;
  for (i = 0; i < n; i++) {
    for (k = p[i]; k < p[i + 1] - 1; k++)
      x[i] -= v[k] * x[c[k]];
    x[i] *= v[p[i + 1] - 1];
  }
  return 0;
}
