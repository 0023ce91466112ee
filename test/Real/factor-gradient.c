// Factors of a rating matrix: errors, and gradients for users and for items.
// RUN: %sparsec %s -recipe %S/factor-gradient.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:20000,40
struct model { int m, n; float lambda; float (*P)[8], (*Q)[8]; };
#pragma sparsec csr(M->m, M->n, first, item, rating)
#pragma sparsec extent(M->P, M->m, 8); extent(M->Q, M->n, 8)
#pragma sparsec extent(GP, M->m, 8); extent(GQ, M->n, 8)
#pragma sparsec noalias(M->P, GP); noalias(M->P, GQ); noalias(M->Q, GP)
#pragma sparsec noalias(M->Q, GQ); noalias(GP, GQ); noalias(rating, GP); noalias(rating, GQ)
float factor_gradient(const struct model *M, const int *first, const int *item,
                      const float *rating, float (*GP)[8], float (*GQ)[8]) {
  float loss = 0;
  int u, e, k, v;
  for (u = 0; u < M->m; u++) {
    for (k = 0; k < 8; k++)
      GP[u][k] = M->lambda * M->P[u][k];
    for (e = first[u]; e < first[u + 1]; e++) {
      float z = rating[e];
      v = item[e];
      for (k = 0; k < 8; k++)
        z -= M->P[u][k] * M->Q[v][k];
      loss += z * z;
      for (k = 0; k < 8; k++) {
        GP[u][k] -= z * M->Q[v][k];
        GQ[v][k] -= z * M->P[u][k];
      }
    }
  }
  return loss;
}
