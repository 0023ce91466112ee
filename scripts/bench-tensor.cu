//===- bench-tensor.cu - generated SpMM beside cuSPARSE's and others' -----===//
//
// A plugin of ../shared/bench/gpu (gpubench_abi.h) around the code that sparsec
// made of recipes/spmm or recipes/spmm-narrow; see bench-tensor-gpu.sh.
// -DGENERATED="file.cu" -DLABEL="name" -DFUNCTION=spmm -DVALUE=double
// -DVALUE_TYPE=GB_F64, -DCALLERS_MATRIX where products read the caller's values,
// besides -DPLAN_HAS_VALUES where the plan has some, too, and -DPLAN_HAS_COLUMNS
// where it is for a number of columns of X.
//
//===----------------------------------------------------------------------===//
#include GENERATED
#include "gpubench_abi.h"

#include <cstdio>

#define JOINED(A, B) A##B
#define NAMED(A, B) JOINED(A, B)
using Plan = NAMED(FUNCTION, _plan);

namespace {

int prepare(const GbProblem *problem, void **state, GbCost *) {
  const GbCsr &matrix = *problem->A;
  Plan *plan = nullptr;
  const int status = NAMED(FUNCTION, _inspect)(
      &plan, matrix.rows, matrix.cols,
#ifdef PLAN_HAS_COLUMNS
      problem->n,
#endif
      matrix.h_row_ptr, matrix.h_col_idx
#if !defined(CALLERS_MATRIX) || defined(PLAN_HAS_VALUES)
      ,
      (const VALUE *)matrix.h_val
#endif
  );
  *state = plan;
  if (status == SPARSEC_OK)
    return GB_OK;
  std::fprintf(stderr, "%s\n", sparsec_last_error());
  return GB_FAILED;
}

/// The loops add to Y.
int run(void *state, const GbProblem *problem, void *stream) {
  const GbCsr &matrix = *problem->A;
  auto *queue = (cudaStream_t)stream;
  const size_t bytes = sizeof(VALUE) * matrix.rows * problem->n;
  if (cudaMemsetAsync(problem->d_y, 0, bytes, queue) != cudaSuccess)
    return GB_FAILED;
  const int status = NAMED(FUNCTION, _execute)(
      (Plan *)state,
#ifndef PLAN_HAS_COLUMNS
      problem->n,
#endif
#ifdef CALLERS_MATRIX
      matrix.d_row_ptr, matrix.d_col_idx, (const VALUE *)matrix.d_val,
#endif
      (const VALUE *)problem->d_x, (VALUE *)problem->d_y, queue);
  return status == SPARSEC_OK ? GB_OK : GB_FAILED;
}

void destroy(void *state) { NAMED(FUNCTION, _destroy)((Plan *)state); }

const GbKernel kernels[] = {
    {"sparsec:" LABEL, GB_SPMM, 1u << VALUE_TYPE, prepare, run, destroy}};

} // namespace

extern "C" const GbKernel *gpubench_plugin(uint32_t, int *count) {
  *count = sizeof kernels / sizeof *kernels;
  return kernels;
}
