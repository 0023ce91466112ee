// Messages along edges: features of neighbours, weighted or not, are added up.
// RUN: %sparsec %s -recipe %S/graph-spmm.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:14,12 -arg d=32
#include <stddef.h>
#pragma sparsec csr(n, m, begin, source, ?); extent(weight, begin[n])
#pragma sparsec noalias(X, O); noalias(weight, O); d >= 0
void graph_spmm(int n, int m, int d, const int *begin, const int *source,
                const float *weight, const float *X, float *O) {
  int node, j, k;
  for (node = 0; node < n; ++node) {
    const int lo = begin[node], hi = begin[node + 1];
    float *into = O + (size_t)node * d;
    for (k = 0; k < d; ++k)
      into[k] = 0;
    for (j = lo; j < hi; ++j) {
      const int other = source[j];
      const float *from = X + (size_t)other * d;
      for (k = 0; k < d; ++k)
        into[k] += from[k] * (weight ? weight[j] : 1.0f);
    }
  }
}
