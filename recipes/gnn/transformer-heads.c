// Graph transformers with several heads, as transformer.c for each: a head has
// features of its own, and a weight of its own for each edge.
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#endif
#pragma sparsec csr(n, m, index, col, ?)
#pragma sparsec extent(weight, index[n], heads)
void transformer_heads(int n, int m, int heads, int features, VALUE scale,
                       const int *restrict index, const int *restrict col,
                       const VALUE Q[restrict n][heads][features],
                       const VALUE K[restrict m][heads][features],
                       const VALUE V[restrict m][heads][features],
                       VALUE weight[restrict][heads],
                       VALUE Y[restrict n][heads][features]) {
  for (int i = 0; i < n; i++)
    for (int h = 0; h < heads; h++) {
      VALUE most = -INFINITY, sum = 0;
      for (int j = index[i]; j < index[i + 1]; j++) {
        VALUE score = 0;
        for (int r = 0; r < features; r++)
          score += Q[i][h][r] * K[col[j]][h][r];
        weight[j][h] = score * scale;
      }
      for (int j = index[i]; j < index[i + 1]; j++)
        if (weight[j][h] > most)
          most = weight[j][h];
      for (int j = index[i]; j < index[i + 1]; j++) {
        weight[j][h] = EXP(weight[j][h] - most);
        sum += weight[j][h];
      }
      for (int j = index[i]; j < index[i + 1]; j++)
        weight[j][h] /= sum;
      for (int r = 0; r < features; r++) {
        VALUE mean = 0;
        for (int j = index[i]; j < index[i + 1]; j++)
          mean += weight[j][h] * V[col[j]][h][r];
        Y[i][h][r] = mean;
      }
    }
}
