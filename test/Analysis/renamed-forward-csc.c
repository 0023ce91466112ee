// recipes/sptrsv/forward-csc.c written otherwise carries as many relations.
// RUN: %sparsec %s -print-dependences | FileCheck %s
// CHECK: loop c carries 8 relations: 0 the same as others, 3 affine, 2 refuted, 1 implied, 2 kept
#pragma sparsec csr(n, n, start, down, l); triangular(down, start, upper, strict)
#pragma sparsec extent(pivot, n); extent(b, n)
void solve(int n, const int *start, const int *down, const double *l,
           const double *pivot, double *b) {
  for (int c = 0; c < n; c++) {
    const int *rows = down + start[c];
    const double *entries = l + start[c];
    b[c] = b[c] / pivot[c];
    for (int e = 0; e < start[c + 1] - start[c]; e++)
      b[rows[e]] = b[rows[e]] - b[c] * entries[e];
  }
}
