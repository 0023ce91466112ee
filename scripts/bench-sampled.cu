//===- bench-sampled.cu - generated SDDMM beside cuSPARSE's and others' ---===//
//
// A plugin of ../shared/bench/gpu (gpubench_abi.h) around the code that sparsec
// made of recipes/gnn/sddmm-dot.c with a recipe of recipes/sddmm or
// recipes/sddmm-narrow; see bench-tensor-gpu.sh. -DGENERATED="file.cu"
// -DLABEL="name" -DFACTOR=double -DFACTOR_TYPE=GB_F64 -DMULTIPLE=2: the numbers
// of features that it takes; -DPLAN_LACKS_COLUMNS where products read the
// caller's columns.
//
//===----------------------------------------------------------------------===//
#include GENERATED
#include "gpubench_abi.h"

#include <cstdio>

namespace {

int prepare(const GbProblem *problem, void **state, GbCost *) {
  if (problem->n % MULTIPLE)
    return GB_UNSUPPORTED;
  const GbCsr &matrix = *problem->A;
  sddmm_dot_plan *plan = nullptr;
  const int status =
      sddmm_dot_inspect(&plan, matrix.rows, matrix.cols, problem->n,
                        matrix.h_row_ptr, matrix.h_col_idx);
  *state = plan;
  if (status == SPARSEC_OK)
    return GB_OK;
  std::fprintf(stderr, "%s\n", sparsec_last_error());
  return GB_FAILED;
}

int run(void *state, const GbProblem *problem, void *stream) {
  const int status = sddmm_dot_execute(
      (sddmm_dot_plan *)state,
#ifdef PLAN_LACKS_COLUMNS
      problem->A->d_col_idx,
#endif
      (const FACTOR *)problem->d_x2, (const FACTOR *)problem->d_x,
      (FACTOR *)problem->d_y, (cudaStream_t)stream);
  return status == SPARSEC_OK ? GB_OK : GB_FAILED;
}

void destroy(void *state) { sddmm_dot_destroy((sddmm_dot_plan *)state); }

const GbKernel kernels[] = {
    {"sparsec:" LABEL, GB_SDDMM, 1u << FACTOR_TYPE, prepare, run, destroy}};

} // namespace

extern "C" const GbKernel *gpubench_plugin(uint32_t, int *count) {
  *count = sizeof kernels / sizeof *kernels;
  return kernels;
}
