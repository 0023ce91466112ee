// Triangles of a mesh: three nodes each, read and written through indices.
#pragma sparsec range(n1, 0, nodes)
#pragma sparsec range(n2, 0, nodes)
#pragma sparsec range(n3, 0, nodes)
#pragma sparsec extent(n1, elements)
#pragma sparsec extent(n2, elements)
#pragma sparsec extent(n3, elements)
void mesh3(int elements, int nodes, const int *n1, const int *n2, const int *n3,
           const double *w, const double *x, double *y) {
  for (int e = 0; e < elements; e++)
    y[n1[e]] += w[e] * x[n2[e]] * x[n3[e]];
}
