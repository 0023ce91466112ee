// Rows padded to one width, stored column by column; padding points to column 0.
// RUN: %sparsec %s -recipe %S/ell-product.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=200000 -arg width=12 -arg m=200000
#pragma sparsec range(col, 0, m); extent(x, m); extent(y, n); noalias(x, y); noalias(val, y); n >= 0
void ell_product(int n, int m, int width, const int *col, const double *val,
                 const double *x, double *y) {
  int i, k;
  for (i = 0; i < n; i++)
    y[i] = 0.0;
  for (k = 0; k < width; k++)
    for (i = 0; i < n; i++)
      y[i] += val[k * n + i] * x[col[k * n + i]];
}
