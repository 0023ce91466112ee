// recipes/left-cholesky/left-cholesky.c written otherwise carries as many relations.
// RUN: %sparsec %s -print-dependences | FileCheck %s
// CHECK: loop c carries 40 relations: 0 the same as others, 35 affine, 3 refuted, 1 implied, 1 kept
#include <math.h>
#pragma sparsec csr(n, n, cstart, crow, cval); triangular(crow, cstart, upper)
#pragma sparsec csr(n, n, prow, pcol, ?); triangular(pcol, prow, lower, strict)
#pragma sparsec csr(n, n, s, r, v); sorted(r, s, strict); triangular(r, s, upper, strict)
#pragma sparsec extent(pivot, n)
void cholesky(int n, const int *s, const int *r, double *v, double *pivot,
              const int *cstart, const int *crow, const double *cval,
              const int *prow, const int *pcol) {
  for (int c = 0; c < n; c++) {
    double work[n];
    for (int t = s[c]; t < s[c + 1]; t++)
      work[r[t]] = 0;
    work[c] = 0;
    for (int t = cstart[c]; t < cstart[c + 1]; t++)
      work[crow[t]] = cval[t];
    for (int g = prow[c]; g < prow[c + 1]; g++) {
      int past = pcol[g];
      for (int z = s[past]; z < s[past + 1]; z++)
        if (r[z] == c)
          for (int y = z; y < s[past + 1]; y++)
            work[r[y]] -= v[y] * v[z];
    }
    pivot[c] = sqrt(work[c]);
    for (int t = s[c]; t < s[c + 1]; t++)
      v[t] = work[r[t]] / pivot[c];
  }
}
