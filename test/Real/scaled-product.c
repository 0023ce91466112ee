// c = alpha A b + beta c with subscripts from 1; whether beta is 0 or 1 is a case.
// RUN: %sparsec %s -recipe %S/scaled-product.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:200000,12 -arg clear=1
#pragma sparsec csr_base1(m, k, pntr, indx, val)
#pragma sparsec extent(b, k); extent(c, m); noalias(b, c)
void scaled_product(const int m, const int k, const double alpha,
                    const double *val, const int *indx, const int *pntr,
                    const double *b, int clear, double beta, double *c) {
  int i, j, jb, je;
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
    jb = pntr[i] - base;
    je = pntr[i + 1] - base;
    for (j = jb; j != je; j++)
      t += alpha * b[indx[j] - base] * val[j];
    c[i] += t;
  }
}
