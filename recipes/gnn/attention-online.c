// Graph transformers with several heads, as transformer-heads.c, of which no
// scores are kept: node i reads its in-edges once. `most` is the largest score
// so far, and all that the node has added up is held relative to it, so that
// EXP gets no positive number. Gradients make weights again of the largest
// score and the inverse of the sum, which are kept apart: of a large score a
// logarithm of the sum, added to it, would be rounded off. Edges whose score is
// -INFINITY count for nothing; a node without others gets 0.
#include <float.h>
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#define FMAX fmaxf
#define GREATEST FLT_MAX
#endif
#pragma sparsec csr(n, m, index, col, ?)
void attention_online(int n, int m, int heads, int features, VALUE scale,
                      const int *restrict index, const int *restrict col,
                      const VALUE Q[restrict n][heads][features],
                      const VALUE K[restrict m][heads][features],
                      const VALUE V[restrict m][heads][features],
                      VALUE largest[restrict n][heads],
                      VALUE inverse[restrict n][heads],
                      VALUE Y[restrict n][heads][features]) {
  for (int i = 0; i < n; i++)
    for (int h = 0; h < heads; h++) {
      VALUE most = -GREATEST, sum = 0;
      for (int r = 0; r < features; r++)
        Y[i][h][r] = 0;
      for (int j = index[i]; j < index[i + 1]; j++) {
        VALUE dot = 0;
        for (int r = 0; r < features; r++)
          dot += Q[i][h][r] * K[col[j]][h][r];
        VALUE score = scale * dot;
        VALUE next = FMAX(most, score);
        VALUE shrink = EXP(most - next);
        VALUE weight = EXP(score - next);
        sum = sum * shrink + weight;
        for (int r = 0; r < features; r++)
          Y[i][h][r] = Y[i][h][r] * shrink + weight * V[col[j]][h][r];
        most = next;
      }
      for (int r = 0; r < features; r++)
        Y[i][h][r] = sum == 0 ? 0 : Y[i][h][r] / sum;
      largest[i][h] = most;
      inverse[i][h] = sum == 0 ? 0 : 1 / sum;
    }
}
