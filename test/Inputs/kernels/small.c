// Blocks of 3 x 3: inner loops with constant bounds.
#pragma sparsec csr(n, m, index, col, a)
void small(int n, int m, const int *index, const int *col, const double *a,
           const double x[m][3], double y[n][3]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int k = 0; k < 3; k++)
        y[i][k] += a[j] * x[col[j]][k];
}
