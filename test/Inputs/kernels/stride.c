// Every third row, each from its last entry to its first.
#pragma sparsec csr(n, m, index, col, a)
void stride(int n, int m, const int *index, const int *col, const double *a,
            const double *x, double *y) {
  for (int i = 0; i < n; i += 3)
    for (int j = index[i + 1] - 1; j >= index[i]; j--)
      y[i] += a[j] * x[col[j]];
}
