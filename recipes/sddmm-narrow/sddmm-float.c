// The same as ../sddmm/sddmm.c in floats.
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(out, index[n])
void sddmm_float(int n, int m, int features, const int *restrict index,
                 const int *restrict col, const float *restrict a,
                 const float U[restrict n][features],
                 const float V[restrict m][features], float *restrict out) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++) {
      float sum = 0;
      for (int r = 0; r < features; r++)
        sum += U[i][r] * V[col[j]][r];
      out[j] = a[j] * sum;
    }
}
