// Graph transformers, the gradient of attention-online.c by what is of the
// nodes that edges come from: row i of index and col has the nodes that the
// edges of node i go to. Each edge's weight is made again of the node's largest
// score and `inverse`, 1 over its sum; `mean` is of attention-back-targets.c.
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#endif
#pragma sparsec csr(m, n, index, col, ?)
void attention_back_sources(int n, int m, int heads, int features, VALUE scale,
                            const int *restrict index, const int *restrict col,
                            const VALUE Q[restrict n][heads][features],
                            const VALUE K[restrict m][heads][features],
                            const VALUE V[restrict m][heads][features],
                            const VALUE largest[restrict n][heads],
                            const VALUE inverse[restrict n][heads],
                            const VALUE mean[restrict n][heads],
                            const VALUE grad_Y[restrict n][heads][features],
                            VALUE grad_K[restrict m][heads][features],
                            VALUE grad_V[restrict m][heads][features]) {
  for (int i = 0; i < m; i++)
    for (int h = 0; h < heads; h++) {
      for (int r = 0; r < features; r++)
        grad_K[i][h][r] = 0;
      for (int r = 0; r < features; r++)
        grad_V[i][h][r] = 0;
      for (int j = index[i]; j < index[i + 1]; j++) {
        VALUE dot = 0, asked = 0;
        for (int r = 0; r < features; r++)
          dot += Q[col[j]][h][r] * K[i][h][r];
        for (int r = 0; r < features; r++)
          asked += grad_Y[col[j]][h][r] * V[i][h][r];
        VALUE score = scale * dot;
        VALUE weight = EXP(score - largest[col[j]][h]) * inverse[col[j]][h];
        VALUE more = scale * weight * (asked - mean[col[j]][h]);
        for (int r = 0; r < features; r++)
          grad_K[i][h][r] += more * Q[col[j]][h][r];
        for (int r = 0; r < features; r++)
          grad_V[i][h][r] += weight * grad_Y[col[j]][h][r];
      }
    }
}
