// A score for each edge: the dot product of the features at its two ends.
// RUN: %sparsec %s -recipe %S/graph-sddmm.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:14,12 -arg heads=2 -arg len=16
#pragma sparsec csr(n, m, indptr, indices, ?)
#pragma sparsec heads >= 0; len >= 0
void graph_sddmm(int n, int m, int heads, int len, const int *indptr,
                 const int *indices, const float *X, const float *Y, float *restrict O) {
  for (int rid = 0; rid < n; ++rid) {
    for (int j = indptr[rid]; j < indptr[rid + 1]; ++j) {
      const int cid = indices[j];
      for (int h = 0; h < heads; ++h) {
        float acc = 0;
        for (int k = 0; k < len; ++k)
          acc += X[(rid * heads + h) * len + k] * Y[(cid * heads + h) * len + k];
        O[j * heads + h] = acc;
      }
    }
  }
}
