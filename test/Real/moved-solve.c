// A forward solve of a factorization, with pointers that go through all rows.
// RUN: %sparsec %s -recipe %S/moved-solve.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil2d:400
#pragma sparsec csr(n, n, ai, aj, aa); triangular(aj, ai, lower, strict)
#pragma sparsec extent(b, n); extent(x, n); noalias(b, x); noalias(aa, x)
void moved_solve(int n, const int *ai, const int *aj, const double *aa,
                 const double *b, double *x) {
  const int *vi = aj;
  const double *v = aa;
  int i, j;
  double sum;
  for (i = 0; i < n; i++) {
    sum = *b++;
    for (j = ai[i]; j < ai[i + 1]; j++)
      sum -= *v++ * x[*vi++];
    x[i] = sum;
  }
}
