// y += A^T x of complex numbers, which are pairs of real ones: threads have
// copies of y, which are added up.
#pragma sparsec csr(n, m, index, col)
#pragma sparsec extent(a, index[n], 2)
#pragma sparsec extent(x, n, 2); extent(y, m, 2)
void spmv_transposed_pairs(INDEX n, INDEX m, const INDEX *restrict index,
                           const INDEX *restrict col,
                           const VALUE a[restrict][2],
                           const VALUE x[restrict][2], VALUE y[restrict][2]) {
  for (INDEX i = 0; i < n; i++)
    for (INDEX j = index[i]; j < index[i + 1]; j++)
      for (int p = 0; p < 2; p++)
        y[col[j]][p] += a[j][0] * x[i][p] +
                        (2 * p - 1) * a[j][1] * x[i][1 - p];
}
