// Distances of sparse documents to dense centroids: x.x - 2 x.c + c.c.
// RUN: %sparsec %s -recipe %S/centroids.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:20000,30
#define K 8
struct docs { int rows, words; const int *ptr, *ind; const float *val; };
#pragma sparsec csr(D->rows, D->words, D->ptr, D->ind, D->val); extent(C, D->words, 8)
#pragma sparsec extent(norm, 8); extent(dist, D->rows, 8); noalias(C, dist); noalias(norm, dist); noalias(D->val, dist)
void centroids(const struct docs *D, const float (*C)[K], const float *norm,
               float (*dist)[K]) {
  int i, e, k;
  for (i = 0; i < D->rows; i++) {
    float self = 0;
    for (k = 0; k < K; k++)
      dist[i][k] = norm[k];
    for (e = D->ptr[i]; e < D->ptr[i + 1]; e++) {
      const int w = D->ind[e];
      const float v = D->val[e];
      self += v * v;
      for (k = 0; k < K; k++)
        dist[i][k] -= 2 * v * C[w][k];
    }
    for (k = 0; k < K; k++)
      dist[i][k] += self;
  }
}
