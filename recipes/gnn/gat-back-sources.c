// Graph attention networks (GAT), the gradient of gat-online.c by what is of
// the nodes that edges come from: row i of index and col has the nodes that the
// edges of node i go to. Each edge's weight is made again of the largest score
// and `inverse`, 1 over the sum; `mean` is of gat-back-targets.c.
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#endif
#pragma sparsec csr(m, n, index, col, ?)
void gat_back_sources(int n, int m, int heads, int features, VALUE slope,
                      const int *restrict index, const int *restrict col,
                      const VALUE left[restrict m][heads],
                      const VALUE right[restrict n][heads],
                      const VALUE X[restrict m][heads][features],
                      const VALUE largest[restrict n][heads],
                      const VALUE inverse[restrict n][heads],
                      const VALUE mean[restrict n][heads],
                      const VALUE grad_Y[restrict n][heads][features],
                      VALUE grad_left[restrict m][heads],
                      VALUE grad_X[restrict m][heads][features]) {
  for (int i = 0; i < m; i++)
    for (int h = 0; h < heads; h++) {
      VALUE sum = 0;
      for (int r = 0; r < features; r++)
        grad_X[i][h][r] = 0;
      for (int j = index[i]; j < index[i + 1]; j++) {
        VALUE dot = 0;
        for (int r = 0; r < features; r++)
          dot += grad_Y[col[j]][h][r] * X[i][h][r];
        VALUE both = left[i][h] + right[col[j]][h];
        VALUE score = both > 0 ? both : slope * both;
        VALUE weight = EXP(score - largest[col[j]][h]) * inverse[col[j]][h];
        VALUE more = weight * (dot - mean[col[j]][h]);
        sum += both > 0 ? more : slope * more;
        for (int r = 0; r < features; r++)
          grad_X[i][h][r] += weight * grad_Y[col[j]][h][r];
      }
      grad_left[i][h] = sum;
    }
}
