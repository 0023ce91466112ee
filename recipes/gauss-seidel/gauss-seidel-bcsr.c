// One forward Gauss-Seidel sweep for A y = b with A in 3x3 blocks: each block
// row is relaxed with the inverse of its diagonal block.
#pragma sparsec csr(n, n, index, col, ?)
#pragma sparsec extent(a, index[n], 3, 3)
#pragma sparsec extent(b, n, 3)
#pragma sparsec extent(idiag, n, 3, 3)
#pragma sparsec extent(y, n, 3)
void gauss_seidel_bcsr(int n, const int *restrict index,
                       const int *restrict col, const double (*restrict a)[3][3],
                       const double (*restrict b)[3],
                       const double (*restrict idiag)[3][3],
                       double (*restrict y)[3]) {
  for (int i = 0; i < n; i++) {
    double sum[3];
    for (int r = 0; r < 3; r++)
      sum[r] = b[i][r];
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
          sum[r] -= a[j][r][c] * y[col[j]][c];
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++)
        y[i][r] += idiag[i][r][c] * sum[c];
  }
}
