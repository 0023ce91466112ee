// Solves L U x = b by rows, L and U as ../ilu0/ilu0.c leaves them: the entries
// of row i before position diag[i], with ones on the diagonal, and from diag[i]
// on.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec sorted(col, index, strict)
#pragma sparsec range(diag, 0, index[n])
#pragma sparsec rule(forall i: 0 <= i && i < n => index[i] <= diag[i] && diag[i] < index[i + 1])
#pragma sparsec rule(forall i: 0 <= i && i < n => col[diag[i]] == i)
#pragma sparsec extent(b, n)
#pragma sparsec extent(x, n)
void solve_lu(int n, const int *restrict index, const int *restrict col,
              const int *restrict diag, const double *restrict a,
              const double *restrict b, double *restrict x) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = index[i]; j < diag[i]; j++)
      sum -= a[j] * x[col[j]];
    x[i] = sum;
  }
  for (int i = n - 1; i >= 0; i--) {
    double sum = x[i];
    for (int j = diag[i] + 1; j < index[i + 1]; j++)
      sum -= a[j] * x[col[j]];
    x[i] = sum / a[diag[i]];
  }
}
