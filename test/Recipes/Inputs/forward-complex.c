// Solves L x = b by rows for complex numbers; `inverse` has the inverses of the
// diagonal.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec triangular(col, index, lower, strict)
#pragma sparsec extent(inverse, n); extent(b, n); extent(x, n)
void forward(int n, const int *restrict index, const int *restrict col,
             const double _Complex *restrict a,
             const double _Complex *restrict inverse,
             const double _Complex *restrict b, double _Complex *restrict x) {
  for (int i = 0; i < n; i++) {
    double _Complex sum = b[i];
    for (int j = index[i]; j < index[i + 1]; j++)
      sum -= a[j] * x[col[j]];
    x[i] = sum * inverse[i];
  }
}
