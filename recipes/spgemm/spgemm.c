// C = A B by rows (Gustavson): each row of C is added up in a dense accumulator
// and read off at the places of a pattern that was computed before. The
// accumulator takes 8 w bytes of stack.
#pragma sparsec csr(n, m, ap, ai, ax)
#pragma sparsec csr(m, w, bp, bi, bx)
#pragma sparsec csr(n, w, cp, ci, cx)
void spgemm(int n, int m, int w, const int *restrict ap,
            const int *restrict ai, const double *restrict ax,
            const int *restrict bp, const int *restrict bi,
            const double *restrict bx, const int *restrict cp,
            const int *restrict ci, double *restrict cx) {
  for (int i = 0; i < n; i++) {
    double sum[w];
    for (int p = cp[i]; p < cp[i + 1]; p++)
      sum[ci[p]] = 0;
    for (int p = ap[i]; p < ap[i + 1]; p++)
      for (int q = bp[ai[p]]; q < bp[ai[p] + 1]; q++)
        sum[bi[q]] += ax[p] * bx[q];
    for (int p = cp[i]; p < cp[i + 1]; p++)
      cx[p] = sum[ci[p]];
  }
}
