// Graph attention networks (GAT), as gat.c, of which no weights are kept: node
// i reads its in-edges once, as in attention-online.c, and keeps the largest
// score and the inverse of the sum, of which gradients make weights again.
// Edges whose score is -INFINITY count for nothing; a node without others gets
// 0.
#include <float.h>
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#define FMAX fmaxf
#define GREATEST FLT_MAX
#endif
#pragma sparsec csr(n, m, index, col, ?)
void gat_online(int n, int m, int heads, int features, VALUE slope,
                const int *restrict index, const int *restrict col,
                const VALUE left[restrict m][heads],
                const VALUE right[restrict n][heads],
                const VALUE X[restrict m][heads][features],
                VALUE largest[restrict n][heads],
                VALUE inverse[restrict n][heads],
                VALUE Y[restrict n][heads][features]) {
  for (int i = 0; i < n; i++)
    for (int h = 0; h < heads; h++) {
      VALUE most = -GREATEST, sum = 0;
      for (int r = 0; r < features; r++)
        Y[i][h][r] = 0;
      for (int j = index[i]; j < index[i + 1]; j++) {
        VALUE both = left[col[j]][h] + right[i][h];
        VALUE score = both > 0 ? both : slope * both;
        VALUE next = FMAX(most, score);
        VALUE shrink = EXP(most - next);
        VALUE weight = EXP(score - next);
        sum = sum * shrink + weight;
        for (int r = 0; r < features; r++)
          Y[i][h][r] = Y[i][h][r] * shrink + weight * X[col[j]][h][r];
        most = next;
      }
      for (int r = 0; r < features; r++)
        Y[i][h][r] = sum == 0 ? 0 : Y[i][h][r] / sum;
      largest[i][h] = most;
      inverse[i][h] = sum == 0 ? 0 : 1 / sum;
    }
}
