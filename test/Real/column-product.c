// y += A x with A by columns, in a structure that a guard looks at first.
// RUN: %sparsec %s -recipe %S/column-product.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:200000,12
typedef struct {
  int kind; /* -1: compressed columns */
  int rows, cols;
  int *start, *row;
  double *val;
} spmat;
#define COMPRESSED(M) ((M) && ((M)->kind == -1))

#pragma sparsec csr(A->cols, A->rows, A->start, A->row, A->val)
#pragma sparsec extent(x, A->cols); extent(y, A->rows); noalias(x, y)
int column_product(const spmat *A, const double *x, double *y) {
  int p, j, n, *start, *row;
  double *val;
  if (!COMPRESSED(A) || !x || !y)
    return 0;
  n = A->cols;
  start = A->start;
  row = A->row;
  val = A->val;
  for (j = 0; j < n; j++) {
    for (p = start[j]; p < start[j + 1]; p++) {
      y[row[p]] += val[p] * x[j];
    }
  }
  return 1;
}
