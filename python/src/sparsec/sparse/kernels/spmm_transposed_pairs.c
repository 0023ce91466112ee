// Y += A^T X of complex numbers, which are pairs of real ones.
#pragma sparsec csr(n, m, index, col)
#pragma sparsec extent(a, index[n], 2)
void spmm_transposed_pairs(INDEX n, INDEX m, INDEX cols,
                           const INDEX *restrict index,
                           const INDEX *restrict col,
                           const VALUE a[restrict][2],
                           const VALUE X[restrict n][cols][2],
                           VALUE Y[restrict m][cols][2]) {
  for (INDEX i = 0; i < n; i++)
    for (INDEX j = index[i]; j < index[i + 1]; j++)
      for (INDEX r = 0; r < cols; r++)
        for (int p = 0; p < 2; p++)
          Y[col[j]][r][p] += a[j][0] * X[i][r][p] +
                             (2 * p - 1) * a[j][1] * X[i][r][1 - p];
}
