// Graph transformers: node i asks each node that an edge comes from by a dot
// product of features, Q[i] and K[col[j]]; the softmax of the row's scores,
// `weight`, which a backward pass needs, too, adds up rows of V.
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#endif
#pragma sparsec csr(n, m, index, col, weight)
void transformer(int n, int m, int features, VALUE scale,
                 const int *restrict index, const int *restrict col,
                 const VALUE Q[restrict n][features],
                 const VALUE K[restrict m][features],
                 const VALUE V[restrict m][features], VALUE *restrict weight,
                 VALUE Y[restrict n][features]) {
  for (int i = 0; i < n; i++) {
    VALUE most = -INFINITY, sum = 0;
    for (int j = index[i]; j < index[i + 1]; j++) {
      VALUE score = 0;
      for (int r = 0; r < features; r++)
        score += Q[i][r] * K[col[j]][r];
      weight[j] = score * scale;
    }
    for (int j = index[i]; j < index[i + 1]; j++)
      if (weight[j] > most)
        most = weight[j];
    for (int j = index[i]; j < index[i + 1]; j++) {
      weight[j] = EXP(weight[j] - most);
      sum += weight[j];
    }
    for (int j = index[i]; j < index[i + 1]; j++)
      weight[j] /= sum;
    for (int r = 0; r < features; r++) {
      VALUE mean = 0;
      for (int j = index[i]; j < index[i + 1]; j++)
        mean += weight[j] * V[col[j]][r];
      Y[i][r] = mean;
    }
  }
}
