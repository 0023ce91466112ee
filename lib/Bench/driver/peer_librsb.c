/*===- peer_librsb.c - the same product by librsb -------------------------===*\
|*
|* y = A x or y += A x by rsb_spmv with a copy of the matrix in recursive blocks,
|* which rsb_mtx_alloc_from_csr_const makes. Macros before this say which slots
|* the operands are in.
|*
\*===----------------------------------------------------------------------===*/
#include "bench_driver.h"

#include <rsb.h>

#if BENCH_PEER_VALUE_BYTES == 8
typedef double value;
#define TYPE RSB_NUMERICAL_TYPE_DOUBLE
#else
typedef float value;
#define TYPE RSB_NUMERICAL_TYPE_FLOAT
#endif

int bench_peer_inspect(void **plan, void *const *args) {
  const size_t rows = bench_now->elements[BENCH_PEER_POINTER] - 1,
               columns =
                   bench_now->elements[BENCH_PEER_TRANSPOSED ? BENCH_PEER_Y
                                                             : BENCH_PEER_X];
  const rsb_coo_idx_t *begin = args[BENCH_PEER_POINTER];
  const rsb_int_t threads = bench_threads;
  rsb_err_t status = rsb_lib_init(RSB_NULL_INIT_OPTIONS);
  *plan = NULL;
  if (status == RSB_ERR_NO_ERROR)
    status = rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &threads);
  if (status == RSB_ERR_NO_ERROR)
    *plan = rsb_mtx_alloc_from_csr_const(
        args[BENCH_PEER_VALUE], begin, args[BENCH_PEER_COLUMN],
        begin[rows] - BENCH_PEER_BASE, TYPE, (rsb_coo_idx_t)rows,
        (rsb_coo_idx_t)columns, 0, 0,
        RSB_FLAG_DEFAULT_RSB_MATRIX_FLAGS | RSB_FLAG_DUPLICATES_SUM |
            (BENCH_PEER_BASE ? RSB_FLAG_FORTRAN_INDICES_INTERFACE
                             : RSB_FLAG_NOFLAGS),
        &status);
  return (int)status;
}

int bench_peer_execute(void *plan, void *const *args) {
  const value alpha = 1, beta = BENCH_PEER_BETA;
  return (int)rsb_spmv(BENCH_PEER_TRANSPOSED ? RSB_TRANSPOSITION_T
                                             : RSB_TRANSPOSITION_N,
                       &alpha, plan, args[BENCH_PEER_X], 1, &beta,
                       args[BENCH_PEER_Y], 1);
}

void bench_peer_destroy(void *plan) {
  if (plan)
    rsb_mtx_free(plan);
}
