// y = A x by the loops as they are written, and by two recipes for them.
#include "spmv_dia.h"
#include "spmv_ell.h"

#include <sparsec/matrix_market.h>

#include <stdio.h>
#include <stdlib.h>

void spmv(int n, int m, const int *index, const int *col, const double *a,
          const double *x, double *y);

static int fail(const char *what) {
  fprintf(stderr, "products: %s\n", what);
  return EXIT_FAILURE;
}

static void print(const char *name, int n, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (i % 7 + 1) * y[i];
  printf("%-5s %.12g\n", name, sum);
}

/// A plan is made once, and serves as often as the matrix is used.
static int multiply(const sparsec_matrix *A, const double *x, double *y,
                    double *z) {
  spmv_ell_plan *ell = NULL;
  spmv_dia_plan *dia = NULL;
  int status =
      spmv_ell_inspect(&ell, A->rows, A->columns, A->index, A->col, A->a);
  if (status == SPARSEC_OK)
    status = spmv_ell_execute(ell, x, y);
  if (status == SPARSEC_OK)
    status =
        spmv_dia_inspect(&dia, A->rows, A->columns, A->index, A->col, A->a);
  if (status == SPARSEC_OK)
    status = spmv_dia_execute(dia, x, z);
  spmv_ell_destroy(ell);
  spmv_dia_destroy(dia);
  return status;
}

int main(int argc, char **argv) {
  sparsec_matrix A;
  if (argc != 2)
    return fail("expected a file, matrix.mtx");
  if (sparsec_matrix_read(argv[1], &A))
    return fail(A.message);
  const size_t n = (size_t)A.rows, m = (size_t)A.columns;
  double *x = malloc((m + 1) * sizeof *x);
  double *y = calloc(3 * n + 1, sizeof *y);
  if (!x || !y)
    return fail("out of memory");
  for (size_t j = 0; j < m; j++)
    x[j] = 1.0 + (double)(j % 5);
  spmv(A.rows, A.columns, A.index, A.col, A.a, x, y);
  if (multiply(&A, x, y + n, y + 2 * n) != SPARSEC_OK)
    return fail(sparsec_last_error());
  print("loops", A.rows, y);
  print("ell", A.rows, y + n);
  print("dia", A.rows, y + 2 * n);
  free(x);
  free(y);
  sparsec_matrix_free(&A);
  return EXIT_SUCCESS;
}
