// recipes/gauss-seidel/gauss-seidel.c written otherwise carries as many relations.
// RUN: %sparsec %s -print-dependences | FileCheck %s
// CHECK: loop row carries 11 relations: 0 the same as others, 9 affine, 0 refuted, 0 implied, 2 kept
#pragma sparsec csr(count, count, p, q, w)
#pragma sparsec extent(f, count); extent(inverse, count); extent(u, count)
void sweep(int count, const int *p, const int *q, const double *w,
           const double *f, const double *inverse, double *u) {
  for (int row = 1; row <= count; row++) {
    double rest = f[row - 1];
    int end = p[row];
    for (int e = p[row - 1]; e < end; e++) {
      int neighbour = q[e];
      rest = rest - w[e] * u[neighbour];
    }
    u[row - 1] = u[row - 1] + inverse[row - 1] * rest;
  }
}
