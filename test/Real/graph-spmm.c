// Messages along edges: features of neighbours, weighted or not, are added up.
// RUN: %sparsec %s -recipe %S/graph-spmm.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:14,12 -arg d=32
#include <stddef.h>
#pragma sparsec csr(n, m, indptr, indices, ?); extent(weight, indptr[n])
#pragma sparsec noalias(X, O); noalias(weight, O); d >= 0
void graph_spmm(int n, int m, int d, const int *indptr, const int *indices,
                const float *weight, const float *X, float *O) {
  int rid, j, k;
  for (rid = 0; rid < n; ++rid) {
    const int row_start = indptr[rid], row_end = indptr[rid + 1];
    float *out_off = O + (size_t)rid * d;
    for (k = 0; k < d; ++k)
      out_off[k] = 0;
    for (j = row_start; j < row_end; ++j) {
      const int cid = indices[j];
      const float *lhs_off = X + (size_t)cid * d;
      for (k = 0; k < d; ++k)
        out_off[k] += lhs_off[k] * (weight ? weight[j] : 1.0f);
    }
  }
}
