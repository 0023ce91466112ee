#include <stddef.h>
typedef struct {
  size_t n, m;
  const int *index;
  const int *col;
  const double *a;
} csr;
#pragma sparsec csr(A->n, ?, A->index, A->col, A->a)
void spmvs(const csr *A, double alpha, const double *restrict x,
           double *restrict y) {
  for (size_t i = 0; i < A->n; i++)
    for (int j = A->index[i]; j < A->index[i + 1]; j++)
      y[i] += alpha * A->a[j] * x[A->col[j]];
}
