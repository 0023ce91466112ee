// Of a product of dense matrices those elements that a sparse matrix has, times
// its values (sampled dense-dense product).
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(out, index[n])
void sddmm(int n, int m, int features, const int *restrict index,
           const int *restrict col, const double *restrict a,
           const double U[restrict n][features],
           const double V[restrict m][features], double *restrict out) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++) {
      double sum = 0;
      for (int r = 0; r < features; r++)
        sum += U[i][r] * V[col[j]][r];
      out[j] = a[j] * sum;
    }
}
