// A step of a breadth-first search by bits: nodes that a neighbour has reached.
// RUN: %sparsec %s -recipe %S/frontier.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:16,16
#pragma sparsec csr(n, n, start, adj, ?)
#pragma sparsec extent(front, n); extent(next, n); extent(seen, n)
#pragma sparsec range(seen, 0, 2); noalias(front, next)
void frontier(int n, const int *start, const int *adj, const unsigned char *seen,
              const unsigned char *front, unsigned char *next) {
  int v, e;
  for (v = 0; v < n; v++) {
    unsigned char any = 0;
    if (seen[v])
      continue;
    for (e = start[v]; e < start[v + 1]; e++)
      any |= front[adj[e]];
    next[v] = any;
  }
}
