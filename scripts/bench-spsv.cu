//===- bench-spsv.cu - a generated triangular solve beside cuSPARSE's -----===//
//
// A plugin of ../shared/bench/gpu (gpubench_abi.h) around the code that sparsec
// made of recipes/sptrsv/forward-cholesky.c; see bench-spsv.sh. Twice: as calls
// of _execute, and as replays of a CUDA graph into which one call was captured.
// -DGENERATED="file.cu" -DLABEL="name" -DVALUE=double -DVALUE_TYPE=GB_F64
//
//===----------------------------------------------------------------------===//
#include GENERATED
#include "gpubench_abi.h"

#include <cstdio>

namespace {

struct Solve {
  forward_cholesky_plan *plan = nullptr;
  cudaGraphExec_t graph = nullptr;
};

int execute(Solve *solve, const GbProblem *problem, cudaStream_t stream) {
  const GbCsr &matrix = *problem->A;
  return forward_cholesky_execute(
      solve->plan, matrix.d_row_ptr, matrix.d_col_idx,
      (const VALUE *)matrix.d_val, (const VALUE *)problem->d_x,
      (VALUE *)problem->d_y, stream);
}

int prepare(const GbProblem *problem, void **state, GbCost *) {
  auto *solve = new Solve;
  *state = solve;
  const GbCsr &matrix = *problem->A;
  if (forward_cholesky_inspect(&solve->plan, matrix.rows, matrix.h_row_ptr,
                               matrix.h_col_idx) == SPARSEC_OK)
    return GB_OK;
  std::fprintf(stderr, "%s\n", sparsec_last_error());
  return GB_FAILED;
}

int prepareGraph(const GbProblem *problem, void **state, GbCost *cost) {
  if (prepare(problem, state, cost) != GB_OK)
    return GB_FAILED;
  auto *solve = (Solve *)*state;
  cudaStream_t stream;
  cudaGraph_t graph;
  if (cudaStreamCreate(&stream) != cudaSuccess ||
      cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) !=
          cudaSuccess ||
      execute(solve, problem, stream) != SPARSEC_OK ||
      cudaStreamEndCapture(stream, &graph) != cudaSuccess ||
      cudaGraphInstantiate(&solve->graph, graph, 0) != cudaSuccess)
    return GB_FAILED;
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  return GB_OK;
}

int run(void *state, const GbProblem *problem, void *stream) {
  auto *solve = (Solve *)state;
  if (solve->graph)
    return cudaGraphLaunch(solve->graph, (cudaStream_t)stream) == cudaSuccess
               ? GB_OK
               : GB_FAILED;
  return execute(solve, problem, (cudaStream_t)stream) == SPARSEC_OK
             ? GB_OK
             : GB_FAILED;
}

void destroy(void *state) {
  auto *solve = (Solve *)state;
  forward_cholesky_destroy(solve->plan);
  if (solve->graph)
    cudaGraphExecDestroy(solve->graph);
  delete solve;
}

const GbKernel kernels[] = {
    {"sparsec:" LABEL, GB_SPTRSV, 1u << VALUE_TYPE, prepare, run, destroy},
    {"sparsec:" LABEL "_graph", GB_SPTRSV, 1u << VALUE_TYPE, prepareGraph, run,
     destroy}};

} // namespace

extern "C" const GbKernel *gpubench_plugin(uint32_t, int *count) {
  *count = sizeof kernels / sizeof *kernels;
  return kernels;
}
