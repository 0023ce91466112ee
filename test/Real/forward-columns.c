// L x = b by columns, in a structure: each unknown is spread to those below it.
// RUN: %sparsec %s -recipe %S/forward-columns.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil2d:500
typedef struct { int n; int *p, *i; double *x; } factor;
#define VALID(F) ((F) && (F)->n >= 0)
#pragma sparsec csr(L->n, L->n, L->p, L->i, L->x); sorted(L->i, L->p, strict)
#pragma sparsec triangular(L->i, L->p, upper); has_diagonal(L->i, L->p)
#pragma sparsec extent(b, L->n); noalias(L->x, b)
int forward_columns(const factor *L, double *b) {
  int p, j, n, *Lp, *Li;
  double *Lx;
  if (!VALID(L) || !b)
    return 0;
  n = L->n;
  Lp = L->p;
  Li = L->i;
  Lx = L->x;
  for (j = 0; j < n; j++) {
    b[j] /= Lx[Lp[j]];
    for (p = Lp[j] + 1; p < Lp[j + 1]; p++) {
      b[Li[p]] -= Lx[p] * b[j];
    }
  }
  return 1;
}
