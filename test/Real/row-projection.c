// Kaczmarz's sweep: the solution is projected onto one row after the other.
// RUN: %sparsec %s -recipe %S/row-projection.script -o %t.c
// RUN: %check-same-result %s %t.c -exact -threads 1,3
// TIME: -exact -generate stencil3d:50
#pragma sparsec csr(n, m, index, col, a); extent(x, m); extent(b, n); noalias(x, a); noalias(x, b)
void row_projection(int n, int m, const int *index, const int *col,
                    const double *a, const double *b, double *x) {
  for (int i = 0; i < n; i++) {
    double r = b[i], q = 0;
    for (int j = index[i]; j < index[i + 1]; j++) {
      r -= a[j] * x[col[j]];
      q += a[j] * a[j];
    }
    if (q > 0)
      r /= q;
    for (int j = index[i]; j < index[i + 1]; j++)
      x[col[j]] += r * a[j];
  }
}
