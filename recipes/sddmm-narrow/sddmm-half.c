// The same as ../sddmm/sddmm.c with factors in 16 bits, whose sums are floats. Others:
// -- -DFACTOR=__bf16.
#ifndef FACTOR
#define FACTOR _Float16
#endif
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(out, index[n])
void sddmm_half(int n, int m, int features, const int *restrict index,
                const int *restrict col, const float *restrict a,
                const FACTOR U[restrict n][features],
                const FACTOR V[restrict m][features], float *restrict out) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++) {
      float sum = 0;
      for (int r = 0; r < features; r++)
        sum += (float)U[i][r] * (float)V[col[j]][r];
      out[j] = a[j] * sum;
    }
}
