// CSR held by a struct.
typedef struct {
  int n;
  const int *index, *col;
  const double *a;
} csr;
#pragma sparsec csr(A->n, ?, A->index, A->col, A->a)
#pragma sparsec range(A->col, 0, m)
void held(const csr *A, int m, const double *x, double *y) {
  for (int i = 0; i < A->n; i++)
    for (int j = A->index[i]; j < A->index[i + 1]; j++)
      y[i] += A->a[j] * x[A->col[j]];
}
