// Transposed sparse matrix times dense rows, Y += A^T X, with A in compressed
// sparse rows, X and Y row by row in arrays with two dimensions.
#pragma sparsec csr(n, m, index, col, a)
void spmm_transposed(int n, int m, int cols, const int *restrict index,
                     const int *restrict col, const double *restrict a,
                     const double X[restrict n][cols],
                     double Y[restrict m][cols]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < cols; r++)
        Y[col[j]][r] += a[j] * X[i][r];
}
