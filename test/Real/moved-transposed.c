// y += A' x with rows whose pointers are set anew: each row is scattered.
// RUN: %sparsec %s -recipe %S/moved-transposed.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:100000,12
#pragma sparsec csr(m, n, ii, jj, aa); extent(x, m); extent(y, n); noalias(x, y); noalias(aa, y)
void moved_transposed(int m, int n, const int *ii, const int *jj,
                      const double *aa, const double *x, double *y) {
  int i, k;
  (void)n;
  for (i = 0; i < m; i++) {
    const int *idx = jj + ii[i];
    const double *v = aa + ii[i];
    const double alpha = x[i];
    k = ii[i + 1] - ii[i];
    for (; k > 0; k--) {
      y[*idx] += alpha * *v;
      idx++;
      v++;
    }
  }
}
