// y += A^T x, CSR: a scatter through col.
#pragma sparsec csr(n, m, index, col, a)
void scatter(int n, int m, const int *index, const int *col, const double *a,
             const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[col[j]] += a[j] * x[i];
}
