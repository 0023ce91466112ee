/* y += A x in seven spellings; loops i and j, values a. */
#include <stddef.h>
typedef int idx;
typedef double real;
typedef struct {
  int n, m, *index, *col;
  double *a;
} csr_matrix;
#define EACH(v, low, high) for (idx v = (low); v < (high); ++v)

#pragma sparsec csr(n, m, index, col, a); extent(x, m); extent(y, n)
void plain(int n, int m, const int *restrict index, const int *restrict col,
           const double *restrict a, const double *restrict x,
           double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}

#pragma sparsec csr(rows, cols, ptr, c, a); extent(in, cols); extent(out, rows)
void renamed(const idx rows, const idx cols, const idx *restrict ptr,
             const idx *restrict c, const real *restrict a,
             const real *restrict in, real *restrict out) {
  EACH(i, 0, rows) EACH(j, ptr[i], ptr[i + 1]) out[i] = a[j] * in[c[j]] + out[i];
}

#pragma sparsec csr(n, m, index, col, a); extent(x, m); extent(y, n)
void imperfect(int n, int m, const int *restrict index, const int *restrict col,
               const double *restrict a, const double *restrict x,
               double *restrict y) {
  int i, j;
  for (i = 0; i != n; i += 1) {
    const int low = index[i], end = index[i + 1];
    for (j = low; j != end; j++) {
      const int k = col[j];
      y[i] += a[j] * x[k];
    }
  }
}

#pragma sparsec csr_base1(n, m, index, col, a); extent(x, m); extent(y, n)
void base1(int n, int m, const int *restrict index, const int *restrict col,
           const double *restrict a, const double *restrict x,
           double *restrict y) {
  for (int i = 1; i <= n; i++)
    for (int j = index[i - 1]; j <= index[i] - 1; j++)
      y[i - 1] += a[j - 1] * x[col[j - 1] - 1];
}

#pragma sparsec csr(A->n, A->m, A->index, A->col, A->a)
#pragma sparsec extent(x, A->m); extent(y, A->n)
void members(const csr_matrix *A, const double *restrict x,
             double *restrict y) {
  for (int i = 0; i < A->n; i++) {
    const double *v = A->a + A->index[i];
    const int *col = A->col + A->index[i];
    for (int j = 0; j < A->index[i + 1] - A->index[i]; j++)
      y[i] += v[j] * x[col[j]];
  }
}

#pragma sparsec csr(n, m, index, col, a); extent(x, m); extent(y, n)
void down(size_t n, size_t m, const size_t *restrict index,
          const unsigned *restrict col, const double *restrict a,
          const double *restrict x, double *restrict y) {
  for (size_t i = n; i-- > 0;)
    for (size_t j = index[i + 1]; j-- > index[i];)
      y[i] += a[j] * x[col[j]];
}

#pragma sparsec range(begin, 0, nnz); range(end, 0, nnz + 1); range(col, 0, m)
void ended(int n, int m, int nnz, const int *restrict begin,
           const int *restrict end, const int *restrict col,
           const double *restrict a, const double *restrict x,
           double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = begin[i]; j < end[i]; j++)
      y[i] += a[j] * x[col[j]];
}
