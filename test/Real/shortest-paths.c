// A Bellman-Ford step by pulling: distances over the edges that come in.
// RUN: %sparsec %s -recipe %S/shortest-paths.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:16,12
#include <math.h>
#pragma sparsec csr(n, n, in_start, in_src, in_len); extent(dist, n); extent(out, n); noalias(dist, out); noalias(in_len, out)
void shortest_paths(int n, const int *in_start, const int *in_src,
                    const float *in_len, const float *dist, float *out) {
  int v, e;
  for (v = 0; v < n; v++) {
    float d = dist[v];
    for (e = in_start[v]; e < in_start[v + 1]; e++)
      d = fminf(d, dist[in_src[e]] + in_len[e]);
    out[v] = d;
  }
}
