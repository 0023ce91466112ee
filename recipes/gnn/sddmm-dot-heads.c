// Graph neural networks: every edge takes the dot products of the features of
// its two ends, for each head its own (g-SDDMM, u_dot_v).
#ifndef VALUE
#define VALUE float
#endif
#pragma sparsec csr(n, m, index, col, ?)
#pragma sparsec extent(score, index[n], heads)
void sddmm_dot_heads(int n, int m, int heads, int features,
                     const int *restrict index, const int *restrict col,
                     const VALUE U[restrict m][heads][features],
                     const VALUE V[restrict n][heads][features],
                     VALUE score[restrict][heads]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int h = 0; h < heads; h++) {
        VALUE sum = 0;
        for (int r = 0; r < features; r++)
          sum += U[col[j]][h][r] * V[i][h][r];
        score[j][h] = sum;
      }
}
