//===- bench-gnn.cu - generated graph kernels beside others' --------------===//
//
// A plugin of ../shared/bench/gpu (gpubench_abi.h) around the code that sparsec
// made of one source of recipes/gnn; see bench-gnn-peers.sh.
// -DGENERATED="file.cu" -DLABEL="name" -DFUNCTION=spmm_max, and what that is:
// -DOPERATION=GB_SPMM, GB_SDDMM or GB_GSPMM, there with -DMESSAGE_OF=GB_COPY_U
// -DREDUCTION=GB_MAX, and -DCOPIES if edges have no number. -DMULTIPLE=4: the numbers of features that it takes.
//
//===----------------------------------------------------------------------===//
#include GENERATED
#include "gpubench_abi.h"

#include <cstdio>

#ifndef MESSAGE_OF
#define MESSAGE_OF 0
#define REDUCTION 0
#endif
#define JOINED(A, B) A##B
#define NAMED(A, B) JOINED(A, B)
using Plan = NAMED(FUNCTION, _plan);

namespace {

constexpr bool isExtremum = OPERATION == GB_GSPMM && REDUCTION == GB_MAX;

struct State {
  Plan *plan = nullptr;
  int *from = nullptr;
};

void destroy(void *opaque) {
  auto *state = (State *)opaque;
  NAMED(FUNCTION, _destroy)(state->plan);
  (void)cudaFree(state->from);
  delete state;
}

int prepare(const GbProblem *problem, void **opaque, GbCost *) {
  if (problem->op == GB_GSPMM &&
      (problem->msg != MESSAGE_OF || problem->reduce != REDUCTION))
    return GB_UNSUPPORTED;
  if (problem->n % MULTIPLE)
    return GB_UNSUPPORTED;
  const GbCsr &matrix = *problem->A;
  auto *state = new State;
  *opaque = state;
  const int status =
      NAMED(FUNCTION, _inspect)(&state->plan, matrix.rows, matrix.cols,
#if MULTIPLE > 1 // The fact is checked there.
                                problem->n,
#endif
                                matrix.h_row_ptr, matrix.h_col_idx);
  if (status != SPARSEC_OK) {
    std::fprintf(stderr, "%s\n", sparsec_last_error());
    return GB_FAILED;
  }
  const size_t bytes = sizeof(int) * matrix.rows * problem->n;
  if (isExtremum && cudaMalloc(&state->from, bytes) != cudaSuccess)
    return GB_FAILED;
  return GB_OK;
}

int run(void *opaque, const GbProblem *problem, void *stream) {
  auto *state = (State *)opaque;
  const GbCsr &matrix = *problem->A;
  const int status = NAMED(FUNCTION, _execute)(
      state->plan,
#if MULTIPLE == 1
      problem->n,
#endif
#ifndef BY_EDGES // An inspector has listed the node of each.
      matrix.d_row_ptr,
#endif
      matrix.d_col_idx,
#ifdef IS_SDDMM
      (const float *)problem->d_x2, (const float *)problem->d_x,
#else
#ifndef COPIES
      (const float *)matrix.d_val,
#endif
      (const float *)problem->d_x,
#endif
      (float *)problem->d_y,
#ifdef IS_EXTREMUM
      state->from,
#endif
      (cudaStream_t)stream);
  return status == SPARSEC_OK ? GB_OK : GB_FAILED;
}

const GbKernel kernels[] = {
    {"sparsec:" LABEL, OPERATION, 1u << GB_F32, prepare, run, destroy}};

} // namespace

extern "C" const GbKernel *gpubench_plugin(uint32_t, int *count) {
  *count = sizeof kernels / sizeof *kernels;
  return kernels;
}
