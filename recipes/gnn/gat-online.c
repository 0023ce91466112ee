// Graph attention networks (GAT), as gat.c, of which no weights are kept: node i
// reads its in-edges once, as in attention-online.c, and keeps the logarithm of
// the sum of EXP(score), of which gradients make weights again. Edges whose score
// is -INFINITY count for nothing; a node without others gets 0 for both.
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#define FMAX fmaxf
#define LOG logf
#endif
#pragma sparsec csr(n, m, index, col, ?)
void gat_online(int n, int m, int heads, int features, VALUE slope,
                const int *restrict index, const int *restrict col,
                const VALUE left[restrict m][heads],
                const VALUE right[restrict n][heads],
                const VALUE X[restrict m][heads][features],
                VALUE lse[restrict n][heads],
                VALUE Y[restrict n][heads][features]) {
  for (int i = 0; i < n; i++)
    for (int h = 0; h < heads; h++) {
      VALUE most = -INFINITY, sum = 0;
      for (int r = 0; r < features; r++)
        Y[i][h][r] = 0;
      for (int j = index[i]; j < index[i + 1]; j++) {
        VALUE both = left[col[j]][h] + right[i][h];
        VALUE score = both > 0 ? both : slope * both;
        VALUE next = FMAX(most, score);
        VALUE shrink = next == -INFINITY ? 0 : EXP(most - next);
        VALUE weight = next == -INFINITY ? 0 : EXP(score - next);
        sum = sum * shrink + weight;
        for (int r = 0; r < features; r++)
          Y[i][h][r] = Y[i][h][r] * shrink + weight * X[col[j]][h][r];
        most = next;
      }
      for (int r = 0; r < features; r++)
        Y[i][h][r] = sum > 0 ? Y[i][h][r] / sum : 0;
      lse[i][h] = sum > 0 ? most + LOG(sum) : 0;
    }
}
