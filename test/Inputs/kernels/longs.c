// CSR with 64-bit indices, from 1, rows in the order of a permutation.
#pragma sparsec csr_base1(n, m, index, col, a)
#pragma sparsec permutation(perm, n)
void longs(long n, long m, const long *index, const long *col, const long *perm,
           const double *a, const double *x, double *y) {
  for (long i = 0; i < n; i++)
    for (long j = index[perm[i]] - 1; j < index[perm[i] + 1] - 1; j++)
      y[i] += a[j] * x[col[j] - 1];
}
