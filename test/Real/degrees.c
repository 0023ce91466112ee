// In-degrees and out-degrees of nodes by lists of edges, and loops counted apart.
// RUN: %sparsec %s -recipe %S/degrees.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg edges=2000000 -arg nodes=100000
typedef unsigned int uint;
#pragma sparsec extent(src, edges); range(src, 0, nodes); extent(dst, edges); range(dst, 0, nodes)
#pragma sparsec extent(in, nodes); extent(out, nodes); noalias(in, out)
int degrees(long edges, int nodes, const int *src, const int *dst, uint *in, uint *out) {
  long e;
  int loops = 0;
  for (e = 0; e < edges; e++) {
    if (src[e] == dst[e]) {
      loops++;
      continue;
    }
    out[src[e]]++;
    in[dst[e]]++;
  }
  return loops;
}
