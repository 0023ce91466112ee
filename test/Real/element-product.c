// A product without a matrix: gather at elements, multiply, scatter to nodes.
// RUN: %sparsec %s -recipe %S/element-product.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg ne=200000 -arg nn=150000
#define NPE 4
#pragma sparsec extent(conn, ne, 4); range(conn, 0, nn); extent(k, ne); extent(u, nn); extent(f, nn)
#pragma sparsec extent(B, 4, 4); noalias(u, f); noalias(k, f); noalias(B, f)
void element_product(int ne, int nn, const int (*conn)[NPE], const double *k,
                     const double (*B)[NPE], const double *u, double *f) {
  int e, i, j;
  for (e = 0; e < ne; e++) {
    double ue[NPE], fe[NPE];
    for (i = 0; i < NPE; i++)
      ue[i] = u[conn[e][i]];
    for (i = 0; i < NPE; i++) {
      fe[i] = 0.0;
      for (j = 0; j < NPE; j++)
        fe[i] += B[i][j] * ue[j];
    }
    for (i = 0; i < NPE; i++)
      f[conn[e][i]] += k[e] * fe[i];
  }
}
