// Both products with one sparse matrix in compressed sparse rows and with many
// vectors at once: Y += A X and Z += A^T W. An eigensolver that stores half of
// a symmetric matrix needs both (Venkat's dissertation, section 6.1).
#pragma sparsec csr(n, m, index, col, a); 0 <= m
void csb(int n, int m, int cols, const int *restrict index,
         const int *restrict col, const double *restrict a,
         const double X[restrict m][cols], double Y[restrict n][cols],
         const double W[restrict n][cols], double Z[restrict m][cols]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < cols; r++)
        Y[i][r] += a[j] * X[col[j]][r];
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < cols; r++)
        Z[col[j]][r] += a[j] * W[i][r];
}
