// A forward solve of a factorization, with pointers that go through all rows.
// RUN: %sparsec %s -recipe %S/moved-solve.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil2d:400
#pragma sparsec csr(n, n, start, cols, value); triangular(cols, start, lower, strict)
#pragma sparsec extent(b, n); extent(x, n); noalias(b, x); noalias(value, x)
void moved_solve(int n, const int *start, const int *cols, const double *value,
                 const double *b, double *x) {
  const int *place = cols;
  const double *v = value;
  int i, j;
  double sum;
  for (i = 0; i < n; i++) {
    sum = *b++;
    for (j = start[i]; j < start[i + 1]; j++)
      sum -= *v++ * x[*place++];
    x[i] = sum;
  }
}
