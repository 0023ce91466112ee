#pragma sparsec csr(n, n, index, col, a); extent(diag, n)
#pragma sparsec rule(forall i, e: index[i] <= e && e < diag[i] => col[e] < i)
void split_rows(int n, const int *index, const int *col, const int *diag, const double *a,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < diag[i]; j++)
      y[i] += a[j] * x[col[j]];
}
