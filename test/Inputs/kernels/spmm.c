// Sparse matrix times a dense matrix of p columns, CSR: a perfect nest.
#pragma sparsec csr(n, m, index, col, a)
void spmm(int n, int m, int p, const int *index, const int *col,
          const double *a, const double x[m][p], double y[n][p]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int k = 0; k < p; k++)
        y[i][k] += a[j] * x[col[j]][k];
}
