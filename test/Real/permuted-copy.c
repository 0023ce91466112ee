// A vector in another order, or in its own where there is no permutation.
// RUN: %sparsec %s -recipe %S/permuted-copy.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=2000000
#pragma sparsec permutation(p, n); extent(b, n); extent(x, n); noalias(b, x)
int permuted_copy(const int *p, const double *b, double *x, int n) {
  int k;
  if (!x || !b)
    return 0;
  for (k = 0; k < n; k++)
    x[p ? p[k] : k] = b[k];
  return 1;
}
