// Columns through a local sum, which a number scales.
#pragma sparsec csr(n, m, index, col, a)
void spmm(int n, int m, int k, const int *restrict index,
          const int *restrict col, const double *restrict a,
          const double x[m][k], double alpha, double y[n][k]) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < k; c++) {
      double sum = 0;
      for (int j = index[i]; j < index[i + 1]; j++)
        sum += a[j] * x[col[j]][c];
      y[i][c] = alpha * sum;
    }
}
