// Long rows cut into equal pieces of work: one loop over all entries in order.
// RUN: %sparsec %s -recipe %S/pair-list.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:16,16
#pragma sparsec csr(n, n, head, to, weight); extent(rank, n); extent(next, n); noalias(rank, next); noalias(weight, next)
void pair_list(int n, const int *head, const int *to, const float *weight,
               const float *rank, float *next) {
  int v, e;
  for (v = 0; v < n; ++v)
    for (e = head[v]; e < head[v + 1]; ++e)
      next[to[e]] += weight[e] * rank[v];
}
