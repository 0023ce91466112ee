// Cholesky factorization A = L L^T, column by column, left-looking, on a
// pattern that was computed before: the lower triangle of A by columns; L by
// columns without its diagonal, which is in d; prune[k] .. lists the columns
// before k with an entry in row k. The accumulator f takes 8 n bytes of stack.
#include <math.h>
#pragma sparsec csr(n, n, ap, ai, ax); triangular(ai, ap, upper)
#pragma sparsec csr(n, n, lp, li, lx); triangular(li, lp, upper, strict)
#pragma sparsec sorted(li, lp, strict)
#pragma sparsec csr(n, n, prune, column, ?);                                   \
    triangular(column, prune, lower, strict)
#pragma sparsec extent(d, n)
void left_cholesky(int n, const int *restrict ap, const int *restrict ai,
                   const double *restrict ax, const int *restrict lp,
                   const int *restrict li, double *restrict lx,
                   const int *restrict prune, const int *restrict column,
                   double *restrict d) {
  for (int k = 0; k < n; k++) {
    double f[n];
    f[k] = 0;
    for (int p = lp[k]; p < lp[k + 1]; p++)
      f[li[p]] = 0;
    for (int p = ap[k]; p < ap[k + 1]; p++)
      f[ai[p]] = ax[p];
    for (int p = prune[k]; p < prune[k + 1]; p++)
      for (int l = lp[column[p]]; l < lp[column[p] + 1]; l++)
        for (int q = l; q < lp[column[p] + 1]; q++)
          if (li[l] == k)
            f[li[q]] -= lx[l] * lx[q];
    d[k] = sqrt(f[k]);
    for (int p = lp[k]; p < lp[k + 1]; p++)
      lx[p] = f[li[p]] / d[k];
  }
}
