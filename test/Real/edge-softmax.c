// A softmax over the edges that come into a node: largest score, exponentials, quotients.
// RUN: %sparsec %s -recipe %S/edge-softmax.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:15,12
#include <math.h>
#pragma sparsec csr(n, m, indptr, indices, score); extent(p, indptr[n]); extent(src, m); extent(dst, n)
#pragma sparsec noalias(score, p); noalias(src, p); noalias(dst, p)
void edge_softmax(int n, int m, const int *indptr, const int *indices,
                  const float *score, const float *src, const float *dst,
                  float *p) {
  int v, e;
  (void)m;
  for (v = 0; v < n; v++) {
    float sum = 0.0f;
    for (e = indptr[v]; e < indptr[v + 1]; e++) {
      float s = src[indices[e]] + dst[v] + score[e];
      s = s > 0 ? s : 0.2f * s;
      p[e] = expf(s);
      sum += p[e];
    }
    for (e = indptr[v]; e < indptr[v + 1]; e++)
      p[e] /= sum;
  }
}
