// c = alpha A b + beta c with subscripts from 1; whether beta is 0 or 1 is a case.
// RUN: %sparsec %s -recipe %S/scaled-product.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:200000,12 -arg clear=1
#pragma sparsec csr_base1(m, k, start, place, val)
#pragma sparsec extent(b, k); extent(c, m); noalias(b, c)
void scaled_product(const int m, const int k, const double alpha,
                    const double *val, const int *place, const int *start,
                    const double *b, int clear, double beta, double *c) {
  int i, j, lo, hi;
  double t;
  const int base = 1;
  if (clear) {
    for (i = 0; i < m; i++)
      c[i] = 0;
  } else {
    for (i = 0; i < m; i++)
      c[i] *= beta;
  }
  for (i = 0; i != m; i++) {
    t = 0;
    lo = start[i] - base;
    hi = start[i + 1] - base;
    for (j = lo; j != hi; j++)
      t += alpha * b[place[j] - base] * val[j];
    c[i] += t;
  }
}
