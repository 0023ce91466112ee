// Graph attention networks (GAT), the gradient of gat-online.c by what is of
// the nodes that edges go to: weights are made again of the largest score and
// `inverse`, 1 over the sum. `mean`, what is asked of an edge's weight in the
// mean over the node's in-edges, is what gat-back-sources.c needs, too.
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#endif
#pragma sparsec csr(n, m, index, col, ?)
void gat_back_targets(int n, int m, int heads, int features, VALUE slope,
                      const int *restrict index, const int *restrict col,
                      const VALUE left[restrict m][heads],
                      const VALUE right[restrict n][heads],
                      const VALUE X[restrict m][heads][features],
                      const VALUE largest[restrict n][heads],
                      const VALUE inverse[restrict n][heads],
                      const VALUE Y[restrict n][heads][features],
                      const VALUE grad_Y[restrict n][heads][features],
                      VALUE mean[restrict n][heads],
                      VALUE grad_right[restrict n][heads]) {
  for (int i = 0; i < n; i++)
    for (int h = 0; h < heads; h++) {
      VALUE all = 0, sum = 0;
      for (int r = 0; r < features; r++)
        all += grad_Y[i][h][r] * Y[i][h][r];
      for (int j = index[i]; j < index[i + 1]; j++) {
        VALUE dot = 0;
        for (int r = 0; r < features; r++)
          dot += grad_Y[i][h][r] * X[col[j]][h][r];
        VALUE both = left[col[j]][h] + right[i][h];
        VALUE score = both > 0 ? both : slope * both;
        VALUE weight = EXP(score - largest[i][h]) * inverse[i][h];
        VALUE more = weight * (dot - all);
        sum += both > 0 ? more : slope * more;
      }
      mean[i][h] = all;
      grad_right[i][h] = sum;
    }
}
