// Graph neural networks: the largest message of each node's in-edges, feature
// by feature, and the edge that it is from: the first of equals, -1 and 0 for a
// node without in-edges (g-SpMM). Other messages: -- -DMESSAGE=copy_u, or one
// of your own.
#include <math.h>
#ifndef VALUE
#define VALUE float
#endif
#ifndef MESSAGE
#define MESSAGE u_mul_e
#endif
#define copy_u(u, e) (u)
#define copy_e(u, e) (e)
#define u_add_e(u, e) ((u) + (e))
#define u_sub_e(u, e) ((u) - (e))
#define u_mul_e(u, e) ((u) * (e))
#define u_div_e(u, e) ((u) / (e))

#pragma sparsec csr(n, m, index, col, w)
void spmm_max(int n, int m, int features, const int *restrict index,
              const int *restrict col, const VALUE *restrict w,
              const VALUE X[restrict m][features],
              VALUE Y[restrict n][features], int from[restrict n][features]) {
  for (int i = 0; i < n; i++)
    for (int r = 0; r < features; r++) {
      VALUE best = -INFINITY;
      int edge = -1;
      for (int j = index[i]; j < index[i + 1]; j++) {
        VALUE message = MESSAGE(X[col[j]][r], w[j]);
        if (message > best) {
          best = message;
          edge = j;
        }
      }
      Y[i][r] = edge < 0 ? 0 : best;
      from[i][r] = edge;
    }
}
