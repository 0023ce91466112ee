// L' x = b from the last column up: the columns of L are rows of its transpose.
// RUN: %sparsec %s -recipe %S/backward-transposed.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil2d:500
#pragma sparsec csr(n, n, Lp, Li, Lx); sorted(Li, Lp, strict)
#pragma sparsec triangular(Li, Lp, upper); has_diagonal(Li, Lp); extent(x, n); noalias(Lx, x)
void backward_transposed(int n, const int *Lp, const int *Li, const double *Lx,
                         double *x) {
  int j, p;
  for (j = n - 1; j >= 0; j--) {
    double t = x[j];
    for (p = Lp[j] + 1; p < Lp[j + 1]; p++)
      t -= Lx[p] * x[Li[p]];
    x[j] = t / Lx[Lp[j]];
  }
}
