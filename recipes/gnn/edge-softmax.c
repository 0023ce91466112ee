// Graph neural networks: scores of each node's in-edges become weights that add
// up to 1. The largest score is taken off first, so that nothing overflows.
#include <math.h>
#ifndef VALUE
#define VALUE float
#define EXP expf
#endif
#pragma sparsec monotonic(index); index[0] = 0; extent(index, n + 1)
#pragma sparsec extent(score, index[n]); extent(weight, index[n])
void edge_softmax(int n, const int *restrict index, const VALUE *restrict score,
                  VALUE *restrict weight) {
  for (int i = 0; i < n; i++) {
    VALUE most = -INFINITY, sum = 0;
    for (int j = index[i]; j < index[i + 1]; j++)
      if (score[j] > most)
        most = score[j];
    for (int j = index[i]; j < index[i + 1]; j++) {
      weight[j] = EXP(score[j] - most);
      sum += weight[j];
    }
    for (int j = index[i]; j < index[i + 1]; j++)
      weight[j] /= sum;
  }
}
