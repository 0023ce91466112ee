// Products of a matrix with three unknowns a node, in a structure; y is cleared first.
// RUN: %sparsec %s -recipe %S/elasticity.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate mesh:15000,3,0.5
struct csr_matrix {
  int num_rows, num_cols, num_nonzeros;
  int *rowptr, *cols;
  double *vals;
};
static void clear_vector(int n, double *v) {
  int i;
  for (i = 0; i < n; i++)
    v[i] = 0.0;
}

#pragma sparsec csr(A->num_rows, A->num_cols, A->rowptr, A->cols, A->vals)
#pragma sparsec extent(x, A->num_cols); extent(y, A->num_rows); noalias(x, y); noalias(A->vals, y)
void elasticity(const struct csr_matrix *A, const double *x, double *y) {
  int i, j;
  clear_vector(A->num_rows, y);
  for (i = 0; i < A->num_rows; i++)
    for (j = A->rowptr[i]; j < A->rowptr[i + 1]; j++)
      y[i] += A->vals[j] * x[A->cols[j]];
}
