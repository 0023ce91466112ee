// Y += A^T X, A in compressed sparse rows, X and Y row by row.
#pragma sparsec csr(n, m, index, col, a)
void spmm_transposed(INDEX n, INDEX m, INDEX cols, const INDEX *restrict index,
                     const INDEX *restrict col, const VALUE *restrict a,
                     const VALUE X[restrict n][cols],
                     VALUE Y[restrict m][cols]) {
  for (INDEX i = 0; i < n; i++)
    for (INDEX j = index[i]; j < index[i + 1]; j++)
      for (INDEX r = 0; r < cols; r++)
        Y[col[j]][r] += a[j] * X[i][r];
}
