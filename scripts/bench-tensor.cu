//===- bench-tensor.cu - generated SpMM beside cuSPARSE's and others' -----===//
//
// A plugin of ../shared/bench/gpu (gpubench_abi.h) around the code that sparsec
// made of recipes/spmm or recipes/spmm-narrow; see bench-tensor-gpu.sh.
// -DGENERATED="file.cu" -DLABEL="name" -DFUNCTION=spmm -DVALUE=double
// -DVALUE_TYPE=GB_F64, -DCALLERS_MATRIX where products read the caller's
// values, besides -DPLAN_HAS_VALUES where the plan has some, too, and
// -DPLAN_HAS_COLUMNS where it is for a number of columns of X. -DFLOAT_SUMS:
// sums are floats, which a kernel of ours rounds to halves afterwards;
// -DWITHOUT_PRODUCT is nothing else.
//
//===----------------------------------------------------------------------===//
#include GENERATED
#include "gpubench_abi.h"

#include <cstdio>
#include <cuda_fp16.h>

#define JOINED(A, B) A##B
#define NAMED(A, B) JOINED(A, B)
using Plan = NAMED(FUNCTION, _plan);

namespace {

struct State {
  Plan *plan;
  void *sums; ///< floats that are halves afterwards; 0 before each product
};

void destroy(void *state) {
  auto *s = (State *)state;
  NAMED(FUNCTION, _destroy)(s->plan);
  cudaFree(s->sums);
  delete s;
}

int prepare(const GbProblem *problem, void **state, GbCost *) {
  const GbCsr &matrix = *problem->A;
  auto *s = new State{};
  *state = s;
#ifdef FLOAT_SUMS
  const size_t bytes = sizeof(float) * matrix.rows * problem->n;
  if (problem->n % 4 != 0)
    return GB_UNSUPPORTED;
  if (cudaMalloc(&s->sums, bytes) != cudaSuccess ||
      cudaMemset(s->sums, 0, bytes) != cudaSuccess)
    return GB_FAILED;
#endif
  const int status =
      NAMED(FUNCTION, _inspect)(&s->plan, matrix.rows, matrix.cols,
#ifdef PLAN_HAS_COLUMNS
                                problem->n,
#endif
                                matrix.h_row_ptr, matrix.h_col_idx
#if !defined(CALLERS_MATRIX) || defined(PLAN_HAS_VALUES)
                                ,
                                (const VALUE *)matrix.h_val
#endif
      );
  if (status == SPARSEC_OK)
    return GB_OK;
  std::fprintf(stderr, "%s\n", sparsec_last_error());
  return GB_FAILED;
}

/// The loops add to \p sums.
template <typename Sum>
int multiply(Plan *plan, const GbProblem *problem, Sum *sums,
             cudaStream_t queue) {
#ifdef CALLERS_MATRIX
  const GbCsr &matrix = *problem->A;
#endif
  const int status = NAMED(FUNCTION, _execute)(
      plan,
#ifndef PLAN_HAS_COLUMNS
      problem->n,
#endif
#ifdef CALLERS_MATRIX
      matrix.d_row_ptr, matrix.d_col_idx, (const VALUE *)matrix.d_val,
#endif
      (const VALUE *)problem->d_x, sums, queue);
  return status == SPARSEC_OK ? GB_OK : GB_FAILED;
}

#ifdef FLOAT_SUMS
/// Four sums a thread, which are 0 for the next product.
__global__ void round_sums(float4 *sums, __half2 *to, size_t fours) {
  const size_t k = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (k >= fours)
    return;
  const float4 four = sums[k];
  to[2 * k] = __floats2half2_rn(four.x, four.y);
  to[2 * k + 1] = __floats2half2_rn(four.z, four.w);
  sums[k] = make_float4(0, 0, 0, 0);
}

int run(void *state, const GbProblem *problem, void *stream) {
  auto *s = (State *)state;
  auto *queue = (cudaStream_t)stream;
#ifndef WITHOUT_PRODUCT
  const int status = multiply(s->plan, problem, (float *)s->sums, queue);
  if (status != GB_OK)
    return status;
#endif
  const size_t fours = (size_t)problem->A->rows * problem->n / 4;
  round_sums<<<(fours + 255) / 256, 256, 0, queue>>>(
      (float4 *)s->sums, (__half2 *)problem->d_y, fours);
  return cudaGetLastError() == cudaSuccess ? GB_OK : GB_FAILED;
}
#else
int run(void *state, const GbProblem *problem, void *stream) {
  auto *queue = (cudaStream_t)stream;
  const size_t bytes = sizeof(VALUE) * problem->A->rows * problem->n;
  if (cudaMemsetAsync(problem->d_y, 0, bytes, queue) != cudaSuccess)
    return GB_FAILED;
  return multiply(((State *)state)->plan, problem, (VALUE *)problem->d_y,
                  queue);
}
#endif

const GbKernel kernels[] = {
    {"sparsec:" LABEL, GB_SPMM, 1u << VALUE_TYPE, prepare, run, destroy}};

} // namespace

extern "C" const GbKernel *gpubench_plugin(uint32_t, int *count) {
  *count = sizeof kernels / sizeof *kernels;
  return kernels;
}
