// y += A x, A in compressed sparse rows; VALUE and INDEX are given by flags.
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, m)
#pragma sparsec extent(y, n)
void spmv(INDEX n, INDEX m, const INDEX *restrict index,
          const INDEX *restrict col, const VALUE *restrict a,
          const VALUE *restrict x, VALUE *restrict y) {
  for (INDEX i = 0; i < n; i++)
    for (INDEX j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
