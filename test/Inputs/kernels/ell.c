// CSR rows of at most M entries, for a layout of n x M elements.
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec row_length(index) <= M
void ell(int n, int m, int M, const int *index, const int *col,
          const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
        y[i] += a[j] * x[col[j]];
}
