// Triangles of a graph whose edges go from smaller to greater nodes: successors
// that both ends of an edge have.
// RUN: %sparsec %s -recipe %S/triangles.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:14,16
#pragma sparsec csr(n, n, first, to, ?); sorted(to, first, strict)
#pragma sparsec extent(found, n)
void triangles(int n, const int *first, const int *to, long *found) {
  int u, v, e, p, q;
  for (u = 0; u < n; u++) {
    long count = 0;
    for (e = first[u]; e < first[u + 1]; e++) {
      v = to[e];
      p = first[u];
      q = first[v];
      while (p < first[u + 1] && q < first[v + 1]) {
        if (to[p] < to[q])
          p++;
        else if (to[p] > to[q])
          q++;
        else {
          count++;
          p++;
          q++;
        }
      }
    }
    found[u] = count;
  }
}
