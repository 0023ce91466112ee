#pragma sparsec csr(n, n, index, col, a); extent(x, n); extent(y, n)
#pragma sparsec has_diagonal(col, index); symmetric_pattern(col, index)
void checked(int n, const int *index, const int *col, const double *a,
             const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}

#pragma sparsec csr(n, n, index, col, a); extent(x, n); extent(y, n)
#pragma sparsec rule(forall i, j: i < j => index(i) <= index(j))
void ruled(int n, const int *index, const int *col, const double *a,
           const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
