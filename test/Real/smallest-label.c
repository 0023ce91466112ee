// A step of connected components: the smallest label among a node's neighbours.
// RUN: %sparsec %s -recipe %S/smallest-label.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:16,12
#pragma sparsec csr(n, n, off, ngh, ?); extent(label, n); extent(next, n); noalias(label, next)
long smallest_label(long n, const long *off, const long *ngh, const int *label, int *next) {
  long v, e, changed = 0;
  for (v = 0; v < n; v++) {
    int best = label[v];
    for (e = off[v]; e < off[v + 1]; e++)
      if (label[ngh[e]] < best)
        best = label[ngh[e]];
    next[v] = best;
    changed += best != label[v] ? 1 : 0;
  }
  return changed;
}
