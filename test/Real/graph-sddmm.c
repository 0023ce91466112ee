// A score for each edge: the dot product of the features at its two ends.
// RUN: %sparsec %s -recipe %S/graph-sddmm.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:14,12 -arg heads=2 -arg len=16
#pragma sparsec csr(n, m, begin, target, ?)
#pragma sparsec heads >= 0; len >= 0
void graph_sddmm(int n, int m, int heads, int len, const int *begin,
                 const int *target, const float *X, const float *Y, float *restrict O) {
  for (int node = 0; node < n; ++node) {
    for (int j = begin[node]; j < begin[node + 1]; ++j) {
      const int other = target[j];
      for (int h = 0; h < heads; ++h) {
        float acc = 0;
        for (int k = 0; k < len; ++k)
          acc += X[(node * heads + h) * len + k] * Y[(other * heads + h) * len + k];
        O[j * heads + h] = acc;
      }
    }
  }
}
