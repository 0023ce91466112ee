// A pull step of PageRank: contributions, gathers, and the change of all scores.
// RUN: %sparsec %s -recipe %S/page-rank.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:16,16
#include <math.h>
static const float follow = 0.85f;

#pragma sparsec csr(n, n, in_index, in_neighbour, ?)
#pragma sparsec extent(out_index, n + 1); monotonic(out_index)
#pragma sparsec extent(score, n); extent(contribution, n); noalias(score, contribution)
double page_rank(int n, const int *in_index, const int *in_neighbour,
                 const int *out_index, float *score, float *contribution) {
  double error = 0;
  const float least = (1.0f - follow) / n;
  int u, e;
  for (u = 0; u < n; u++)
    contribution[u] = score[u] / (out_index[u + 1] - out_index[u] + 1);
  for (u = 0; u < n; u++) {
    float gathered = 0, old = score[u];
    for (e = in_index[u]; e < in_index[u + 1]; e++) {
      const int v = in_neighbour[e];
      gathered += contribution[v];
    }
    score[u] = least + follow * gathered;
    error += fabs(score[u] - old);
  }
  return error;
}
