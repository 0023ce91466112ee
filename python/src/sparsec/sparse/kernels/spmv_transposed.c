// y += A^T x, A in compressed sparse rows: SciPy's compressed columns are the
// rows of the transposed matrix. Every row scatters into y.
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, n)
#pragma sparsec extent(y, m)
void spmv_transposed(INDEX n, INDEX m, const INDEX *restrict index,
                     const INDEX *restrict col, const VALUE *restrict a,
                     const VALUE *restrict x, VALUE *restrict y) {
  for (INDEX i = 0; i < n; i++)
    for (INDEX j = index[i]; j < index[i + 1]; j++)
      y[col[j]] += a[j] * x[i];
}
