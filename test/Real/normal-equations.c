// The normal equations of each user: sums of outer products of item factors.
// RUN: %sparsec %s -recipe %S/normal-equations.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:20000,40
#define F 6
#pragma sparsec csr(users, items, ptr, item, r); extent(Y, items, 6); extent(A, users, 6, 6); extent(b, users, 6)
#pragma sparsec noalias(Y, A); noalias(Y, b); noalias(A, b); noalias(r, A); noalias(r, b)
void normal_equations(int users, int items, const int *ptr, const int *item,
                      const double *r, double lambda, const double (*Y)[F],
                      double (*A)[F][F], double (*b)[F]) {
  int u, k, p, q;
  for (u = 0; u < users; u++) {
    for (p = 0; p < F; p++) {
      for (q = 0; q <= p; q++)
        A[u][p][q] = p == q ? lambda : 0.0;
      b[u][p] = 0.0;
    }
    for (k = ptr[u]; k < ptr[u + 1]; k++) {
      const double *y = Y[item[k]];
      for (p = 0; p < F; p++) {
        for (q = 0; q <= p; q++)
          A[u][p][q] += y[p] * y[q];
        b[u][p] += r[k] * y[p];
      }
    }
  }
}
