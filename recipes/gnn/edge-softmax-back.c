// Graph neural networks: the gradient of edge-softmax-heads.c, by its result:
// what is asked of an edge's weight, less the mean of that over the node's
// in-edges, which the weights weigh.
#ifndef VALUE
#define VALUE float
#endif
#pragma sparsec monotonic(index); index[0] = 0; extent(index, n + 1)
#pragma sparsec extent(weight, index[n], heads)
#pragma sparsec extent(grad_weight, index[n], heads)
#pragma sparsec extent(grad_score, index[n], heads)
void edge_softmax_back(int n, int heads, const int *restrict index,
                       const VALUE weight[restrict][heads],
                       const VALUE grad_weight[restrict][heads],
                       VALUE grad_score[restrict][heads]) {
  for (int i = 0; i < n; i++)
    for (int h = 0; h < heads; h++) {
      VALUE sum = 0;
      for (int j = index[i]; j < index[i + 1]; j++)
        sum += weight[j][h] * grad_weight[j][h];
      for (int j = index[i]; j < index[i + 1]; j++)
        grad_score[j][h] += weight[j][h] * (grad_weight[j][h] - sum);
    }
}
