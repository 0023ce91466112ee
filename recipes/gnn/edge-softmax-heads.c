// Graph neural networks: as edge-softmax.c for several heads, each of which has
// a score for each edge.
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#endif
#pragma sparsec monotonic(index); index[0] = 0; extent(index, n + 1)
#pragma sparsec extent(score, index[n], heads)
#pragma sparsec extent(weight, index[n], heads)
void edge_softmax_heads(int n, int heads, const int *restrict index,
                        const VALUE score[restrict][heads],
                        VALUE weight[restrict][heads]) {
  for (int i = 0; i < n; i++)
    for (int h = 0; h < heads; h++) {
      VALUE most = -INFINITY, sum = 0;
      for (int j = index[i]; j < index[i + 1]; j++)
        if (score[j][h] > most)
          most = score[j][h];
      for (int j = index[i]; j < index[i + 1]; j++) {
        weight[j][h] = EXP(score[j][h] - most);
        sum += weight[j][h];
      }
      for (int j = index[i]; j < index[i + 1]; j++)
        weight[j][h] /= sum;
    }
}
