// A product by pointers into the rows, each up to where the row ends.
// RUN: %sparsec %s -recipe %S/pointer-rows.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:200000,12
#pragma sparsec csr(n, m, first, col, val); extent(x, m); extent(y, n)
void pointer_rows(int n, int m, const int *first, const int *col,
                  const double *val, const double *x, double *restrict y) {
  const double *v, *end;
  const int *c;
  double *out = y;
  int i;
  for (i = 0; i < n; i++) {
    double sum = 0.0;
    c = col + first[i];
    end = val + first[i + 1];
    for (v = val + first[i]; v < end; v++)
      sum += *v * x[*c++];
    *out++ = sum;
  }
}
