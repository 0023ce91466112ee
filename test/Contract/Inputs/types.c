#include <stddef.h>
#include <stdint.h>

typedef int idx_t;
typedef double val_t;
typedef val_t *vec_t;
typedef struct csr {
  size_t n;
  const uint32_t *index;
  const idx_t *col;
  const val_t *a;
} csr_t;

#pragma sparsec csr(n, ?, index, col, a)
#pragma sparsec extent(y, n)
void typed(const size_t n, const uint32_t *restrict index,
           const idx_t *restrict col, const val_t *restrict a,
           const val_t *restrict x, vec_t restrict y) {
  for (size_t i = 0; i < n; i++)
    for (uint32_t j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}

#pragma sparsec csr(A->n, ?, A->index, A->col, A->a)
#pragma sparsec extent(y, A->n)
void held(const csr_t *A, const val_t *restrict x, vec_t restrict y) {
  for (size_t i = 0; i < A->n; i++)
    for (uint32_t j = A->index[i]; j < A->index[i + 1]; j++)
      y[i] += A->a[j] * x[A->col[j]];
}

#pragma sparsec csr(n, m, index, col, a)
void wide(int n, int m, int width, const int *restrict index,
          const int *restrict col, const val_t *restrict a,
          const val_t X[restrict m][width], val_t Y[restrict static n][width]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < width; r++)
        Y[i][r] += a[j] * X[col[j]][r];
}

typedef struct {
  int n;
  const int *index;
} untagged_t;

void untagged(const untagged_t *A, double *y) {
  for (int i = 0; i < A->n; i++)
    for (int j = A->index[i]; j < A->index[i + 1]; j++)
      y[i] += 1.0;
}

void truths(int n, const _Bool *restrict x, _Bool *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] |= x[i];
}
