// The same as ../spmm/spmm.c with factors in 16 bits, whose sums are floats. No entry is
// there twice: halves cannot hold sums of two as floats do. Others: -- -DFACTOR=__bf16.
#ifndef FACTOR
#define FACTOR _Float16
#endif
#pragma sparsec csr(n, m, index, col, a); unique(col, index)
void spmm_half(int n, int m, int cols, const int *restrict index,
               const int *restrict col, const FACTOR *restrict a,
               const FACTOR X[restrict m][cols],
               float Y[restrict n][cols]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < cols; r++)
        Y[i][r] += (float)a[j] * (float)X[col[j]][r];
}
