// Graph neural networks: every edge takes the dot product of the features of
// its two ends (g-SDDMM, u_dot_v).
#ifndef VALUE
#define VALUE float
#endif
#pragma sparsec csr(n, m, index, col, ?)
#pragma sparsec extent(score, index[n])
void sddmm_dot(int n, int m, int features, const int *restrict index,
               const int *restrict col, const VALUE U[restrict m][features],
               const VALUE V[restrict n][features], VALUE *restrict score) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++) {
      VALUE sum = 0;
      for (int r = 0; r < features; r++)
        sum += U[col[j]][r] * V[i][r];
      score[j] = sum;
    }
}
