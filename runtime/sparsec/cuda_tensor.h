//===- cuda_tensor.h - matrix instructions of a warp ------------*- C++ -*-===//
//
/// \file
/// C += A * B for small matrices whose elements the 32 threads of a warp, its
/// lanes, hold in registers, in the layouts that NVIDIA's PTX ISA gives for
/// `mma`. All lanes of the warp call a function together, in blocks of whole
/// warps. GPUs that lack the instruction, and
/// g++, which emulates CUDA, compute the same from values that lanes exchange.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_TENSOR_H
#define SPARSEC_RUNTIME_CUDA_TENSOR_H

#include "sparsec/cuda.h"

/// What one lane has of C.
struct sparsec_two_doubles {
  double c0, c1;
};

/// What the lane \p lane of this warp has in \p value.
template <typename T>
__device__ static inline T sparsec_of_lane(T value, int lane) {
  return __shfl_sync(0xffffffffu, value, lane, 32);
}

/// 8 x 8 sums of 4 products each. With g = lane / 4 and t = lane % 4 a lane has
/// \p a0 = A[g][t], \p b0 = B[t][g], \p c0 = C[g][2 * t], \p c1 = the next one.
__device__ static inline sparsec_two_doubles
sparsec_mma_m8n8k4_f64(double a0, double b0, double c0, double c1) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  sparsec_two_doubles sum;
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
      "{%0, %1}, {%2}, {%3}, {%4, %5};"
      : "=d"(sum.c0), "=d"(sum.c1)
      : "d"(a0), "d"(b0), "d"(c0), "d"(c1));
  return sum;
#else
  const int lane =
      (int)((threadIdx.x +
             blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) %
            32);
  const int g = lane / 4, t = lane % 4;
  for (int k = 0; k < 4; k++) {
    const double a = sparsec_of_lane(a0, 4 * g + k);
    c0 += a * sparsec_of_lane(b0, 4 * (2 * t) + k);
    c1 += a * sparsec_of_lane(b0, 4 * (2 * t + 1) + k);
  }
  return {c0, c1};
#endif
}

#endif // SPARSEC_RUNTIME_CUDA_TENSOR_H
