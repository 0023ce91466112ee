// z = y + A x with pointers that go from row to row, and rows without entries left out.
// RUN: %sparsec %s -recipe %S/moved-rows.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:200000,12
#define DOT(sum, r, xv, xi, nnz)            \
  do {                                      \
    int _k;                                 \
    for (_k = 0; _k < nnz; _k++)            \
      sum += xv[_k] * r[xi[_k]];            \
  } while (0)
typedef struct { int m, n; int *i, *j; double *a; } seqaij;

#pragma sparsec csr(A->m, A->n, A->i, A->j, A->a); extent(x, A->n)
#pragma sparsec extent(y, A->m); extent(z, A->m); noalias(x, z); noalias(y, z); noalias(A->a, z)
int moved_rows(const seqaij *A, const double *x, const double *y, double *z) {
  const int *aj, *ii;
  const double *aa;
  int m = A->m, n, i;
  double sum;
  ii = A->i;
  for (i = 0; i < m; i++) {
    n = ii[i + 1] - ii[i];
    aj = A->j + ii[i];
    aa = A->a + ii[i];
    sum = y[i];
    DOT(sum, x, aa, aj, n);
    z[i] = sum;
  }
  return 0;
}
