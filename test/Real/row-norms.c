// Norms of rows, for one of three kinds, and the matrix divided by them.
// RUN: %sparsec %s -recipe %S/row-norms.script -o %t.c
// RUN: %check-same-result %s %t.c -arg kind=0
// RUN: %check-same-result %s %t.c -arg kind=1
// RUN: %check-same-result %s %t.c -arg kind=2
// TIME: -generate uniform:200000,12 -arg kind=1
#include <math.h>
#pragma sparsec csr(n, m, ptr, ind, a); extent(norm, n); noalias(a, norm); 0 <= kind <= 2
int row_norms(int n, int m, int kind, const int *ptr, const int *ind, double *a,
              double *norm) {
  int i, k;
  (void)m;
  (void)ind;
  if (kind < 0 || kind > 2)
    return 1;
  for (i = 0; i < n; i++) {
    double s = 0.0;
    for (k = ptr[i]; k < ptr[i + 1]; k++) {
      switch (kind) {
      case 0:
        s = fmax(s, fabs(a[k]));
        break;
      case 1:
        s += fabs(a[k]);
        break;
      default:
        s += a[k] * a[k];
      }
    }
    norm[i] = s + 1.0;
    for (k = ptr[i]; k < ptr[i + 1]; k++)
      a[k] /= norm[i];
  }
  return 0;
}
