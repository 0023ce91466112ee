#pragma sparsec csr(n, n, index, col, a); extent(diag, n)
#pragma sparsec rule(forall i: 0 <= i && i < n => col[diag[i]] == i)
void true_diagonal(int n, const int *index, const int *col, const int *diag, const double *a,
    const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < diag[i]; j++)
      y[i] += a[j] * x[col[j]];
}
