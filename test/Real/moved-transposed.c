// y += A' x with rows whose pointers are set anew: each row is scattered.
// RUN: %sparsec %s -recipe %S/moved-transposed.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:100000,12
#pragma sparsec csr(m, n, start, cols, value); extent(x, m); extent(y, n); noalias(x, y); noalias(value, y)
void moved_transposed(int m, int n, const int *start, const int *cols,
                      const double *value, const double *x, double *y) {
  int i, k;
  (void)n;
  for (i = 0; i < m; i++) {
    const int *place = cols + start[i];
    const double *v = value + start[i];
    const double alpha = x[i];
    k = start[i + 1] - start[i];
    for (; k > 0; k--) {
      y[*place] += alpha * *v;
      place++;
      v++;
    }
  }
}
