// Rows become columns: entries of each column are counted, their places added
// up, and rows are handed out in order.
// RUN: %sparsec %s -recipe %S/to-columns.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:500000,12
struct csr { int m, n; int *row, *col; double *val; };

#pragma sparsec csr(A->m, A->n, A->row, A->col, A->val)
#pragma sparsec extent(ptr, A->n + 1); extent(ind, A->row[A->m]); extent(val, A->row[A->m]); extent(next, A->n)
#pragma sparsec noalias(ptr, ind, val, next)
int to_columns(const struct csr *A, int *ptr, int *ind, double *val, int *next) {
  int m, n, i, j, p, q, sum = 0;
  int *Ai, *Aj;
  if (!A || !ptr || !next)
    return -1;
  m = A->m; n = A->n; Ai = A->row; Aj = A->col;
  for (j = 0; j < n; j++)
    next[j] = 0;
  for (i = 0; i < m; i++)
    for (p = Ai[i]; p < Ai[i + 1]; p++)
      next[Aj[p]]++;
  for (j = 0; j < n; j++) {
    ptr[j] = sum;
    sum += next[j];
    next[j] = ptr[j];
  }
  ptr[n] = sum;
  for (i = 0; i < m; i++)
    for (p = Ai[i]; p < Ai[i + 1]; p++) {
      q = next[Aj[p]]++;
      ind[q] = i;
      val[q] = A->val[p];
    }
  return 0;
}
