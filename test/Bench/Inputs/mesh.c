#pragma sparsec range(n1, 0, nodes)
#pragma sparsec range(n2, 0, nodes)
#pragma sparsec extent(n1, edges)
#pragma sparsec extent(n2, edges)
void mesh(int edges, int nodes, const int *n1, const int *n2, const double *w,
          const double *x, double *y) {
  for (int e = 0; e < edges; e++) {
    y[n1[e]] += w[e] * x[n2[e]];
    y[n2[e]] -= w[e] * x[n1[e]];
  }
}
