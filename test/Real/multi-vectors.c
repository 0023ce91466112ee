// C += alpha A B for dense columns with leading dimensions, columns outermost.
// RUN: %sparsec %s -recipe %S/multi-vectors.script -o %t.c
// RUN: %check-same-result %s %t.c -arg ldb=40 -arg ldc=40 -arg columns=5
// TIME: -generate uniform:50000,12 -arg columns=8 -arg ldb=50000 -arg ldc=50000
#pragma sparsec csr(m, k, pntrb, indx, val); noalias(B, C); noalias(val, C); m <= ldc; k <= ldb; columns >= 0
void multi_vectors(const int m, const int columns, const int k,
                   const double alpha, const double *val, const int *indx,
                   const int *pntrb, const double *B, const int ldb, double *C,
                   const int ldc) {
  int l, i, j;
  double t;
  for (l = 0; l != columns; l++) {
    for (i = 0; i != m; i++) {
      t = 0;
      for (j = pntrb[i]; j != pntrb[i + 1]; j++)
        t += val[j] * B[indx[j] + l * ldb];
      C[i + l * ldc] += alpha * t;
    }
  }
}
