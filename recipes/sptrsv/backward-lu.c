// Solves U x = b by rows from the last one up, U as ../ilu0/ilu0.c leaves it:
// the entries of row i from position diag[i] on.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec sorted(col, index, strict)
#pragma sparsec range(diag, 0, index[n])
#pragma sparsec rule(forall i: 0 <= i && i < n => index[i] <= diag[i] && diag[i] < index[i + 1])
#pragma sparsec rule(forall i: 0 <= i && i < n => col[diag[i]] == i)
#pragma sparsec extent(b, n)
#pragma sparsec extent(x, n)
void backward_lu(int n, const int *restrict index, const int *restrict col,
                 const int *restrict diag, const double *restrict a,
                 const double *restrict b, double *restrict x) {
  for (int i = n - 1; i >= 0; i--) {
    double sum = b[i];
    for (int j = diag[i] + 1; j < index[i + 1]; j++)
      sum -= a[j] * x[col[j]];
    x[i] = sum / a[diag[i]];
  }
}
