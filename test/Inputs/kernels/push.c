// z = 2 x beside the scatter y += A^T x: an imperfect nest.
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec unique(col, index)
void push(int n, int m, const int *index, const int *col, const double *a,
          const double *x, double *y, double *z) {
  for (int i = 0; i < n; i++) {
    z[i] = 2 * x[i];
    for (int j = index[i]; j < index[i + 1]; j++)
      y[col[j]] += a[j] * x[i];
  }
}
