// Graph transformers with several heads, as transformer-heads.c, of which no
// scores are kept: node i reads its in-edges once. `most` is the largest score
// so far, and all that the node has added up is held relative to it, so that
// EXP gets no positive number. The logarithm of the sum of EXP(score) is kept:
// gradients make weights of it again. Edges whose score is -INFINITY count for
// nothing; a node without others gets 0 for both.
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#define FMAX fmaxf
#define LOG logf
#endif
#pragma sparsec csr(n, m, index, col, ?)
void attention_online(int n, int m, int heads, int features, VALUE scale,
                      const int *restrict index, const int *restrict col,
                      const VALUE Q[restrict n][heads][features],
                      const VALUE K[restrict m][heads][features],
                      const VALUE V[restrict m][heads][features],
                      VALUE lse[restrict n][heads],
                      VALUE Y[restrict n][heads][features]) {
  for (int i = 0; i < n; i++)
    for (int h = 0; h < heads; h++) {
      VALUE most = -INFINITY, sum = 0;
      for (int r = 0; r < features; r++)
        Y[i][h][r] = 0;
      for (int j = index[i]; j < index[i + 1]; j++) {
        VALUE dot = 0;
        for (int r = 0; r < features; r++)
          dot += Q[i][h][r] * K[col[j]][h][r];
        VALUE score = scale * dot;
        VALUE next = FMAX(most, score);
        VALUE shrink = next == -INFINITY ? 0 : EXP(most - next);
        VALUE weight = next == -INFINITY ? 0 : EXP(score - next);
        sum = sum * shrink + weight;
        for (int r = 0; r < features; r++)
          Y[i][h][r] = Y[i][h][r] * shrink + weight * V[col[j]][h][r];
        most = next;
      }
      for (int r = 0; r < features; r++)
        Y[i][h][r] = sum > 0 ? Y[i][h][r] / sum : 0;
      lse[i][h] = sum > 0 ? most + LOG(sum) : 0;
    }
}
