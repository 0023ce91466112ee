// LU factorization without pivoting, column by column, left-looking, on a
// pattern that was computed before: L by columns without its unit diagonal, U
// by columns without its diagonal, which is in d. Rows rise in a column of U,
// so that it lists the columns of L to subtract (the prune set) in a valid
// order. The accumulator x takes 8 n bytes of stack.
#pragma sparsec csr(n, n, ap, ai, ax)
#pragma sparsec csr(n, n, lp, li, lx); triangular(li, lp, upper, strict)
#pragma sparsec csr(n, n, up, ui, ux); triangular(ui, up, lower, strict)
#pragma sparsec sorted(ui, up, strict)
#pragma sparsec extent(d, n)
void left_lu(int n, const int *restrict ap, const int *restrict ai,
             const double *restrict ax, const int *restrict lp,
             const int *restrict li, double *restrict lx,
             const int *restrict up, const int *restrict ui,
             double *restrict ux, double *restrict d) {
  for (int k = 0; k < n; k++) {
    double x[n];
    x[k] = 0;
    for (int p = up[k]; p < up[k + 1]; p++)
      x[ui[p]] = 0;
    for (int p = lp[k]; p < lp[k + 1]; p++)
      x[li[p]] = 0;
    for (int p = ap[k]; p < ap[k + 1]; p++)
      x[ai[p]] = ax[p];
    for (int p = up[k]; p < up[k + 1]; p++)
      for (int q = lp[ui[p]]; q < lp[ui[p] + 1]; q++)
        x[li[q]] -= lx[q] * x[ui[p]];
    for (int p = up[k]; p < up[k + 1]; p++)
      ux[p] = x[ui[p]];
    d[k] = x[k];
    for (int p = lp[k]; p < lp[k + 1]; p++)
      lx[p] = x[li[p]] / d[k];
  }
}
