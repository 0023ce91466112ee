// y = alpha op(A) x + y with a stride of 2, for the storage that a switch looks at.
// RUN: %sparsec %s -recipe %S/strided-product.script -o %t.c
// RUN: %check-same-result %s %t.c -arg scheme=0
// RUN: %check-same-result %s %t.c -arg scheme=1
// TIME: -generate uniform:100000,12 -arg scheme=1
enum scheme { BY_COLUMN, BY_ROW };
#pragma sparsec csr(n, m, p, i, d)
#pragma sparsec extent(x, m * 2 + n * 2); extent(y, m * 2 + n * 2); noalias(x, y)
int strided_product(int scheme, int n, int m, double alpha, const int *p,
                    const int *i, const double *d, const double *x,
                    double *y) {
  int j, k;
  if (scheme < BY_COLUMN || scheme > BY_ROW)
    return -2;
  if (n < 0 || m < 0)
    return -1;
  switch (scheme) {
  case BY_COLUMN:
    for (j = 0; j < n; ++j)
      for (k = p[j]; k < p[j + 1]; ++k)
        y[i[k] * 2] += alpha * d[k] * x[j * 2];
    break;
  case BY_ROW:
    for (j = 0; j < n; ++j)
      for (k = p[j]; k < p[j + 1]; ++k)
        y[j * 2] += alpha * d[k] * x[i[k] * 2];
    break;
  }
  return 0;
}
