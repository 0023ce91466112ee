//===- cuda_barrier.h - a barrier of all blocks -----------------*- C++ -*-===//
#ifndef SPARSEC_RUNTIME_CUDA_BARRIER_H
#define SPARSEC_RUNTIME_CUDA_BARRIER_H

#include "sparsec/cuda.h"

#ifdef __CUDACC__
#include <cooperative_groups.h>
#endif

/// All threads of all blocks of a cooperative launch wait for each other, and
/// see what the others wrote before.
__device__ static inline void sparsec_grid_barrier() {
#ifdef __CUDACC__
  cooperative_groups::this_grid().sync();
#else
  __syncthreads();
#endif
}

#endif // SPARSEC_RUNTIME_CUDA_BARRIER_H
