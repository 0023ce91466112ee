// Graph transformers, the gradient of attention-online.c by what is of the
// nodes that edges go to: weights are made again of the largest score and
// `inverse`, 1 over the sum. `mean`, what is asked of an edge's weight in the
// mean over the node's in-edges, is what attention-back-sources.c needs, too.
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#endif
#pragma sparsec csr(n, m, index, col, ?)
void attention_back_targets(int n, int m, int heads, int features, VALUE scale,
                            const int *restrict index, const int *restrict col,
                            const VALUE Q[restrict n][heads][features],
                            const VALUE K[restrict m][heads][features],
                            const VALUE V[restrict m][heads][features],
                            const VALUE largest[restrict n][heads],
                            const VALUE inverse[restrict n][heads],
                            const VALUE Y[restrict n][heads][features],
                            const VALUE grad_Y[restrict n][heads][features],
                            VALUE mean[restrict n][heads],
                            VALUE grad_Q[restrict n][heads][features]) {
  for (int i = 0; i < n; i++)
    for (int h = 0; h < heads; h++) {
      VALUE all = 0;
      for (int r = 0; r < features; r++)
        all += grad_Y[i][h][r] * Y[i][h][r];
      for (int r = 0; r < features; r++)
        grad_Q[i][h][r] = 0;
      for (int j = index[i]; j < index[i + 1]; j++) {
        VALUE dot = 0, asked = 0;
        for (int r = 0; r < features; r++)
          dot += Q[i][h][r] * K[col[j]][h][r];
        for (int r = 0; r < features; r++)
          asked += grad_Y[i][h][r] * V[col[j]][h][r];
        VALUE score = scale * dot;
        VALUE weight = EXP(score - largest[i][h]) * inverse[i][h];
        VALUE more = scale * weight * (asked - all);
        for (int r = 0; r < features; r++)
          grad_Q[i][h][r] += more * K[col[j]][h][r];
      }
      mean[i][h] = all;
    }
}
