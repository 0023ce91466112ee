// Incomplete LU factorization without fill-in, in place, by rows: position
// diag[i] holds the diagonal of row i, columns rise within a row.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec sorted(col, index, strict)
#pragma sparsec range(diag, 0, index[n])
#pragma sparsec rule(forall i: 0 <= i && i < n => index[i] <= diag[i] && diag[i] < index[i + 1])
#pragma sparsec rule(forall i: 0 <= i && i < n => col[diag[i]] == i)
void ilu0(int n, const int *restrict index, const int *restrict col,
          const int *restrict diag, double *restrict a) {
  for (int i = 0; i < n; i++)
    for (int k = index[i]; k < diag[i]; k++) {
      a[k] /= a[diag[col[k]]];
      for (int p = k + 1; p < index[i + 1]; p++)
        for (int q = diag[col[k]] + 1; q < index[col[k] + 1]; q++)
          if (col[p] == col[q])
            a[p] -= a[k] * a[q];
    }
}
