// The same as spmm-half.c with results in 16 bits, too: sums are floats that are
// rounded once. What Y holds before is not read.
#pragma sparsec csr(n, m, index, col, a); unique(col, index)
void spmm_rounded(int n, int m, int cols, const int *restrict index,
                  const int *restrict col, const _Float16 *restrict a,
                  const _Float16 X[restrict m][cols],
                  _Float16 Y[restrict n][cols]) {
  for (int i = 0; i < n; i++)
    for (int r = 0; r < cols; r++) {
      float sum = 0;
      for (int j = index[i]; j < index[i + 1]; j++)
        sum += (float)a[j] * (float)X[col[j]][r];
      Y[i][r] = sum;
    }
}
