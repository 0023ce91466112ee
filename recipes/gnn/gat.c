// Graph attention networks (GAT): each head of node i weighs its in-edges by
// the softmax of scores, which the two ends of an edge make, and adds up
// features by these weights, which a backward pass needs, too.
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#endif
#pragma sparsec csr(n, m, index, col, ?)
#pragma sparsec extent(weight, index[n], heads)
void gat(int n, int m, int heads, int features, VALUE slope,
         const int *restrict index, const int *restrict col,
         const VALUE left[restrict m][heads],
         const VALUE right[restrict n][heads],
         const VALUE X[restrict m][heads][features],
         VALUE weight[restrict][heads], VALUE Y[restrict n][heads][features]) {
  for (int i = 0; i < n; i++)
    for (int h = 0; h < heads; h++) {
      VALUE most = -INFINITY, sum = 0;
      for (int j = index[i]; j < index[i + 1]; j++) {
        VALUE score = left[col[j]][h] + right[i][h];
        weight[j][h] = score > 0 ? score : slope * score;
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
          mean += weight[j][h] * X[col[j]][h][r];
        Y[i][h][r] = mean;
      }
    }
}
