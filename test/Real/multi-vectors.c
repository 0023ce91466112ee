// C += alpha A B for dense columns with leading dimensions, columns outermost.
// RUN: %sparsec %s -recipe %S/multi-vectors.script -o %t.c
// RUN: %check-same-result %s %t.c -arg ldb=40 -arg ldc=40 -arg columns=5
// TIME: -generate uniform:50000,12 -arg columns=8 -arg ldb=50000 -arg ldc=50000
#pragma sparsec csr(m, k, start, place, val); noalias(B, C); noalias(val, C); m <= ldc; k <= ldb; columns >= 0
void multi_vectors(const int m, const int columns, const int k,
                   const double alpha, const double *val, const int *place,
                   const int *start, const double *B, const int ldb, double *C,
                   const int ldc) {
  int column, i, j;
  double sum;
  for (column = 0; column != columns; column++) {
    for (i = 0; i != m; i++) {
      sum = 0;
      for (j = start[i]; j != start[i + 1]; j++)
        sum += val[j] * B[place[j] + column * ldb];
      C[i + column * ldc] += alpha * sum;
    }
  }
}
