// y += A x of complex numbers, A in compressed sparse rows. They are pairs of
// real ones: SciPy's products have no cases for infinities either, and the steps
// take real numbers for granted that complex ones are refused by.
#pragma sparsec csr(n, m, index, col)
#pragma sparsec extent(a, index[n], 2)
#pragma sparsec extent(x, m, 2); extent(y, n, 2)
void spmv_pairs(INDEX n, INDEX m, const INDEX *restrict index,
                const INDEX *restrict col, const VALUE a[restrict][2],
                const VALUE x[restrict][2], VALUE y[restrict][2]) {
  for (INDEX i = 0; i < n; i++)
    for (INDEX j = index[i]; j < index[i + 1]; j++)
      for (int p = 0; p < 2; p++)
        y[i][p] += a[j][0] * x[col[j]][p] +
                   (2 * p - 1) * a[j][1] * x[col[j]][1 - p];
}
