// The same as ../spmm/spmm.c in floats.
#pragma sparsec csr(n, m, index, col, a)
void spmm_float(int n, int m, int cols, const int *restrict index,
                const int *restrict col, const float *restrict a,
                const float X[restrict m][cols], float Y[restrict n][cols]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < cols; r++)
        Y[i][r] += a[j] * X[col[j]][r];
}
