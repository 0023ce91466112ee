// Two Jacobi steps with what the second one changes in all.
// RUN: %sparsec %s -recipe %S/jacobi.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil3d:60
#include <math.h>
#pragma sparsec csr(n, n, ia, ja, a); extent(d, n); extent(b, n)
#pragma sparsec extent(x, n); extent(y, n); noalias(x, y); noalias(x, b); noalias(y, b)
#pragma sparsec noalias(x, d); noalias(y, d); noalias(x, a); noalias(y, a)
double jacobi(int n, const int *ia, const int *ja, const double *a,
              const double *d, const double *b, double *x, double *y) {
  int i, k;
  double change = 0.0, s;
  for (i = 0; i < n; i++) {
    s = b[i];
    for (k = ia[i]; k < ia[i + 1]; k++)
      s -= a[k] * x[ja[k]];
    y[i] = x[i] + s * d[i];
  }
  for (i = 0; i < n; i++) {
    s = b[i];
    for (k = ia[i]; k < ia[i + 1]; k++)
      s -= a[k] * y[ja[k]];
    s *= d[i];
    x[i] = y[i] + s;
    change += fabs(s);
  }
  return change;
}
