// Sparse matrix times dense rows, Y += A X, with A in compressed sparse rows,
// X and Y row by row in arrays with two dimensions.
#pragma sparsec csr(n, m, index, col, a)
void spmm(int n, int m, int cols, const int *restrict index,
          const int *restrict col, const double *restrict a,
          const double X[restrict m][cols], double Y[restrict n][cols]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < cols; r++)
        Y[i][r] += a[j] * X[col[j]][r];
}
