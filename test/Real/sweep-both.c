// A sweep forwards and one backwards with the parts of rows before and behind the diagonal.
// RUN: %sparsec %s -recipe %S/sweep-both.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil2d:400
#pragma sparsec csr(n, n, ai, aj, aa); sorted(aj, ai, strict); has_diagonal(aj, ai)
#pragma sparsec extent(dinv, n); extent(b, n); extent(x, n); noalias(x, b); noalias(aa, x); noalias(dinv, x)
int sweep_both(int n, const int *ai, const int *aj, const double *aa,
               const double *dinv, const double *b, double omega, double *x) {
  int i, k;
  double sum;
  const int *idx;
  const double *v;
  for (i = 0; i < n; i++) {
    sum = b[i];
    for (k = ai[i], v = aa + ai[i], idx = aj + ai[i]; k < ai[i + 1]; k++, v++, idx++)
      sum -= *v * x[*idx];
    x[i] += omega * sum * dinv[i];
  }
  for (i = n - 1; i >= 0; i--) {
    sum = b[i];
    for (k = ai[i], v = aa + ai[i], idx = aj + ai[i]; k < ai[i + 1]; k++, v++, idx++)
      sum -= *v * x[*idx];
    x[i] += omega * sum * dinv[i];
  }
  return 0;
}
