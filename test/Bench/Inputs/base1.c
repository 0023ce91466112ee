#pragma sparsec csr_base1(n, m, ptr, col, a)
void spmv1(int n, int m, const int *ptr, const int *col, const double *a,
           const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = ptr[i] - 1; j < ptr[i + 1] - 1; j++)
      y[i] += a[j] * x[col[j] - 1];
}
