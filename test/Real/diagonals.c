// Products by diagonals, each with an offset; rows outside the matrix are cut off.
// RUN: %sparsec %s -recipe %S/diagonals.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=300000 -arg count=9
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#pragma sparsec extent(offset, count); range(offset, 1 - n, n); extent(x, n); extent(y, n)
#pragma sparsec noalias(x, y); noalias(val, y); n >= 1
void diagonals(int n, int count, const int *offset, const double *val,
               const double *x, double *y) {
  int d, i, lo, hi;
  for (d = 0; d < count; d++) {
    const int k = offset[d];
    lo = MAX(0, -k);
    hi = MIN(n, n - k);
    for (i = lo; i < hi; i++)
      y[i] += val[d * n + i] * x[i + k];
  }
}
