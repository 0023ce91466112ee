// The nodes that a step of a search has reached become the next list.
// RUN: %sparsec %s -recipe %S/next-frontier.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=20000000 -arg step=7
#pragma sparsec extent(reached, n); extent(depth, n); extent(list, n); noalias(depth, list, reached)
int next_frontier(int n, int step, unsigned char *reached, int *depth, int *list) {
  int count = 0;
  for (int v = 0; v < n; v++) {
    if (reached[v]) {
      depth[v] = step;
      list[count++] = v;
      reached[v] = 0;
    }
  }
  return count;
}
