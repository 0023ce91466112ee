// A symmetric matrix of which one half is stored: each entry adds to two rows
// of Y (Venkat's dissertation, section 6.1). The diagonal is not in A.
#pragma sparsec csr(n, n, index, col, a)
void csb_symmetric(int n, int cols, const int *restrict index,
                   const int *restrict col, const double *restrict a,
                   const double X[restrict n][cols],
                   double Y[restrict n][cols]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < cols; r++)
        Y[i][r] += a[j] * X[col[j]][r];
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < cols; r++)
        Y[col[j]][r] += a[j] * X[i][r];
}
