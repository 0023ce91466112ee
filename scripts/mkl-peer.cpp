//===- mkl-peer.cpp - Intel MKL as a candidate of cpubench ----------------===//
//
/// \file
/// y += A x by mkl_sparse_d_mv, optimized with a hint of 1000 calls, in the
/// table form of shared/bench/cpu/include/cpubench_abi.h. bench-spmv.sh builds
/// it.
//
//===----------------------------------------------------------------------===//

#include "cpubench_abi.h"

#include <mkl_service.h>
#include <mkl_spblas.h>

namespace {

const matrix_descr general = {SPARSE_MATRIX_TYPE_GENERAL, SPARSE_FILL_MODE_FULL,
                              SPARSE_DIAG_NON_UNIT};

int prepare(const CbProblem *problem, void **state, CbCost *) {
  const CbCsr &A = *problem->A;
  mkl_set_num_threads(problem->threads);
  // MKL takes pointers to what it does not change.
  int *begin = const_cast<int *>(A.row_ptr);
  sparse_matrix_t matrix = nullptr;
  if (mkl_sparse_d_create_csr(&matrix, SPARSE_INDEX_BASE_ZERO, A.rows, A.cols,
                              begin, begin + 1, const_cast<int *>(A.col_idx),
                              const_cast<double *>(A.val)) !=
      SPARSE_STATUS_SUCCESS)
    return CB_FAILED;
  mkl_sparse_set_mv_hint(matrix, SPARSE_OPERATION_NON_TRANSPOSE, general, 1000);
  if (mkl_sparse_optimize(matrix) != SPARSE_STATUS_SUCCESS)
    return CB_FAILED;
  *state = matrix;
  return CB_OK;
}

void run(void *state, const CbProblem *, const double *x, double *y) {
  mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1,
                  static_cast<sparse_matrix_t>(state), general, x, 1, y);
}

void destroy(void *state) {
  mkl_sparse_destroy(static_cast<sparse_matrix_t>(state));
}

const CbKernel kernels[] = {
    {"mkl:optimized", CB_SPMV, 0, prepare, run, destroy}};

} // namespace

extern "C" const CbKernel *cpubench_plugin(uint32_t abi, int *count) {
  *count = abi == CB_ABI_VERSION ? 1 : 0;
  return kernels;
}
