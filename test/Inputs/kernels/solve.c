// Forward substitution with a strictly lower triangular CSR matrix and unit
// diagonal: every row needs earlier ones.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec triangular(col, index, lower, strict)
void solve(int n, const int *index, const int *col, const double *a,
           double *x) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      x[i] -= a[j] * x[col[j]];
}
