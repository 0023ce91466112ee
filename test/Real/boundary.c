// Values at boundary nodes are set in the right-hand side and in the matrix.
// RUN: %sparsec %s -recipe %S/boundary.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate stencil2d:300 -arg count=60000
#pragma sparsec csr(n, m, rp, ci, a); extent(node, count); injective(node); range(node, 0, n)
#pragma sparsec extent(value, count); extent(b, n); noalias(a, b); noalias(value, b); noalias(value, a)
void boundary(int n, int m, const int *rp, const int *ci, double *a, int count,
              const int *node, const double *value, double *b) {
  int k, i, j;
  for (k = 0; k < count; k++) {
    i = node[k];
    for (j = rp[i]; j < rp[i + 1]; j++) {
      if (ci[j] == i)
        a[j] = 1.0;
      else
        a[j] = 0.0;
    }
    b[i] = value[k];
  }
}
