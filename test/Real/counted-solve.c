// A forward solve whose rows are counted from pointers to their begins.
// RUN: %sparsec %s -recipe %S/counted-solve.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil2d:500
#pragma sparsec csr(n, n, ai, aj, aa); triangular(aj, ai, lower, strict)
#pragma sparsec extent(b, n); extent(x, n); noalias(b, x); noalias(aa, x)
void counted_solve(int n, const int *ai, const int *aj, const double *aa,
                   const double *b, double *x) {
  const double *v;
  const int *vi;
  int i, k, nz;
  double sum;
  for (i = 0; i < n; i++) {
    nz = ai[i + 1] - ai[i];
    v = aa + ai[i];
    vi = aj + ai[i];
    sum = b[i];
    for (k = 0; k < nz; ++k)
      sum -= v[k] * x[vi[k]];
    x[i] = sum;
  }
}
