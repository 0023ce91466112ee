//===- cuda_grid.h - launches whose blocks all run at once ------*- C++ -*-===//
//
/// \file
/// Cooperative launches: as many blocks as the GPU runs at once, so that blocks
/// may wait for each other, for single values (cuda_values.h) or for all that
/// the others have done (cuda_barrier.h). C++17; needs sm_60.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_GRID_H
#define SPARSEC_RUNTIME_CUDA_GRID_H

#include "sparsec/cuda.h"

/// The number of blocks for a launch of \p kernel that is to do \p tasks tasks:
/// they can all run at once, \p most per multiprocessor at most unless it is 0.
/// \p emulated: where blocks run one after the other, without a GPU.
static inline int sparsec_resident_blocks(const char *name, const void *kernel,
                                          long long tasks, int most,
                                          int threads, long long emulated,
                                          long long *blocks) {
#ifdef __CUDACC__
  int device = 0, processors = 0, each = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                                   device);
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel,
                                                          threads, 0);
  (void)emulated;
  *blocks = (long long)processors * (most && most < each ? most : each);
  if (*blocks > tasks)
    *blocks = tasks;
  return sparsec_cuda_status(name, error);
#else
  (void)name, (void)kernel, (void)most, (void)threads, (void)tasks;
  *blocks = emulated;
  return SPARSEC_OK;
#endif
}

/// Runs \p kernel with \p blocks blocks of \p block threads, which run at once.
template <typename... Parameters, typename... Arguments>
static inline int
sparsec_launch_cooperative(const char *name, void (*kernel)(Parameters...),
                           long long blocks, dim3 block, cudaStream_t stream,
                           Arguments... arguments) {
  const dim3 grid((unsigned)blocks);
#ifdef __CUDACC__
  cudaLaunchAttribute together = {};
  together.id = cudaLaunchAttributeCooperative;
  together.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.stream = stream;
  config.attrs = &together;
  config.numAttrs = 1;
  return sparsec_cuda_status(name,
                             cudaLaunchKernelEx(&config, kernel, arguments...));
#else
  (void)stream;
  cudaEmulate(name, grid, block, [&] { kernel(arguments...); });
  return sparsec_cuda_status(name, cudaGetLastError());
#endif
}

/// Runs \p kernel, whose blocks wait for each other, for \p tasks tasks with
/// blocks of \p tx * \p ty * \p tz threads, as many as sparsec_resident_blocks
/// says; nothing without tasks. Without a GPU blocks run one after the other:
/// there are \p emulated of them, or any number if that is 0.
template <typename... Parameters, typename... Arguments>
static inline int
sparsec_launch_resident(const char *name, void (*kernel)(Parameters...),
                        long long tasks, int most, int emulated, unsigned tx,
                        unsigned ty, unsigned tz, cudaStream_t stream,
                        Arguments... arguments) {
  if (tasks <= 0)
    return SPARSEC_OK;
  long long blocks = 0;
  const long long any = tasks % 3 ? tasks : 1;
  const int status = sparsec_resident_blocks(
      name, (const void *)kernel, tasks, most, (int)(tx * ty * tz),
      emulated ? emulated : any, &blocks);
  return status != SPARSEC_OK
             ? status
             : sparsec_launch_cooperative(name, kernel, blocks,
                                          dim3(tx, ty, tz), stream,
                                          arguments...);
}

#endif // SPARSEC_RUNTIME_CUDA_GRID_H
