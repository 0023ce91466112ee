// Facts about the values of arrays, of which inspectors need none.
#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec permutation(perm, n); injective(far); inverse(back, perm)
#pragma sparsec extent(far, n); extent(back, n); extent(diag, n)
#pragma sparsec has_diagonal(col, index); unique(col, index)
#pragma sparsec triangular(col, index, lower); row_length(index) <= 3
#pragma sparsec rule(forall i: col[diag[i]] == i)
#pragma sparsec rule(forall i, e: index[i] <= e && e < diag[i] => mass[i] < 9)
#pragma sparsec extent(mass, n)
void lower(int n, const int *restrict index, const int *restrict col,
           const double *restrict a, const int *restrict perm,
           const long *restrict far, const int *restrict back,
           const int *restrict diag, const int *restrict mass,
           double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[perm[i]] += a[j] * (col[j] + far[i] + back[i] + diag[i] + mass[i]);
}
