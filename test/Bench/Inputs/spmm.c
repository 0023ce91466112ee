#pragma sparsec csr(n, m, rowptr, col, val)
void spmm(int n, int m, int k, const int *restrict rowptr,
          const int *restrict col, const float *restrict val,
          const float X[restrict m][k], float Y[restrict n][k]) {
  for (int i = 0; i < n; i++)
    for (int j = rowptr[i]; j < rowptr[i + 1]; j++)
      for (int c = 0; c < k; c++)
        Y[i][c] += val[j] * X[col[j]][c];
}
