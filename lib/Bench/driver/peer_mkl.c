/*===- peer_mkl.c - the same product by Intel MKL -------------------------===*\
|*
|* y = A x or y += A x by mkl_sparse_?_mv on the kernel's own arrays, after
|* mkl_sparse_optimize with a hint of how many products follow. Macros before
|* this say which slots the operands are in.
|*
\*===----------------------------------------------------------------------===*/
#include "bench_driver.h"

#include <mkl_service.h>
#include <mkl_spblas.h>

#if BENCH_PEER_VALUE_BYTES == 8
#define MKL_CREATE mkl_sparse_d_create_csr
#define MKL_MULTIPLY mkl_sparse_d_mv
#else
#define MKL_CREATE mkl_sparse_s_create_csr
#define MKL_MULTIPLY mkl_sparse_s_mv
#endif

static const struct matrix_descr general = {
    SPARSE_MATRIX_TYPE_GENERAL, SPARSE_FILL_MODE_FULL, SPARSE_DIAG_NON_UNIT};
static const sparse_operation_t operation =
    BENCH_PEER_TRANSPOSED ? SPARSE_OPERATION_TRANSPOSE
                          : SPARSE_OPERATION_NON_TRANSPOSE;

int bench_peer_inspect(void **plan, void *const *args) {
  const size_t rows = bench_now->elements[BENCH_PEER_POINTER] - 1,
               columns =
                   bench_now->elements[BENCH_PEER_TRANSPOSED ? BENCH_PEER_Y
                                                             : BENCH_PEER_X];
  MKL_INT *begin = args[BENCH_PEER_POINTER];
  sparse_matrix_t matrix = NULL;
  *plan = NULL;
  mkl_set_num_threads(bench_threads);
  int status = (int)MKL_CREATE(
      &matrix,
      BENCH_PEER_BASE ? SPARSE_INDEX_BASE_ONE : SPARSE_INDEX_BASE_ZERO,
      (MKL_INT)rows, (MKL_INT)columns, begin, begin + 1,
      args[BENCH_PEER_COLUMN], args[BENCH_PEER_VALUE]);
  if (status)
    return status;
  /* It may know no hint for this; then it has none. */
  mkl_sparse_set_mv_hint(matrix, operation, general,
                         (MKL_INT)(bench_runs > 0 ? bench_runs : 1000));
  status = (int)mkl_sparse_optimize(matrix);
  if (status)
    mkl_sparse_destroy(matrix);
  else
    *plan = matrix;
  return status;
}

int bench_peer_execute(void *plan, void *const *args) {
  return (int)MKL_MULTIPLY(operation, 1, plan, general, args[BENCH_PEER_X],
                           BENCH_PEER_BETA, args[BENCH_PEER_Y]);
}

void bench_peer_destroy(void *plan) {
  if (plan)
    mkl_sparse_destroy(plan);
}
