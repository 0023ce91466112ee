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
#include "sparsec/small_float_types.h"

#include <string.h>

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

/// What one lane has of C where that is 16 x 8, see sparsec_mma_by_lanes().
struct sparsec_four_floats {
  float c0, c1, c2, c3;
};

/// The number of TF32 nearest to \p value, a float whose last 13 bits are 0: of
/// two the even one, but from sm_80 to below sm_90 that which is farther from
/// 0.
__device__ static inline float sparsec_tf32_of(float value) {
  unsigned bits = 0;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm("cvt.rn.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
#else
  memcpy(&bits, &value, sizeof bits);
  if ((bits & 0x7f800000u) != 0x7f800000u)
    bits = (bits + 0xfffu + (bits >> 13 & 1u)) & 0xffffe000u;
#endif
  memcpy(&value, &bits, sizeof bits);
  return value;
}

/// 16 x 8 sums of \p depth products each, from what lanes exchange. With
/// g = lane / 4 and t = lane % 4 a lane has C[g][2 * t], the next one, and
/// those 8 rows below. The lane's \p a and \p b are A[g][k], A[g + 8][k] and
/// B[k][g]: k = t first, then t + 4, or, where the type has 16 bits, k = 2 * t
/// and the next one, then those 8 further on.
template <bool Has16Bits>
__device__ static inline sparsec_four_floats
sparsec_mma_by_lanes(int depth, const float *a, const float *b,
                     sparsec_four_floats sum) {
  const int lane =
      (int)((threadIdx.x +
             blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) %
            32);
  const int g = lane / 4, t = lane % 4;
  for (int k = 0; k < depth; k++) {
    const int member = Has16Bits ? k % 8 / 2 : k % 4;
    const int inA = Has16Bits ? k % 2 + 4 * (k / 8) : 2 * (k / 4);
    const int inB = Has16Bits ? k % 2 + 2 * (k / 8) : k / 4;
    const float above = sparsec_of_lane(a[inA], 4 * g + member);
    const float below =
        sparsec_of_lane(a[inA + (Has16Bits ? 2 : 1)], 4 * g + member);
    const float left = sparsec_of_lane(b[inB], 4 * (2 * t) + member);
    const float right = sparsec_of_lane(b[inB], 4 * (2 * t + 1) + member);
    sum.c0 += above * left;
    sum.c1 += above * right;
    sum.c2 += below * left;
    sum.c3 += below * right;
  }
  return sum;
}

/// 16 x 8 sums of 8 products each of factors that it rounds to TF32: those of
/// A[g][t], A[g + 8][t], A[g][t + 4], A[g + 8][t + 4], and of B[t][g],
/// B[t + 4][g].
__device__ static inline sparsec_four_floats
sparsec_mma_m16n8k8_tf32(float a0, float a1, float a2, float a3, float b0,
                         float b1, float c0, float c1, float c2, float c3) {
  const float a[] = {sparsec_tf32_of(a0), sparsec_tf32_of(a1),
                     sparsec_tf32_of(a2), sparsec_tf32_of(a3)};
  const float b[] = {sparsec_tf32_of(b0), sparsec_tf32_of(b1)};
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])),
        "r"(__float_as_uint(a[2])), "r"(__float_as_uint(a[3])),
        "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
  return {c0, c1, c2, c3};
#else
  return sparsec_mma_by_lanes<false>(8, a, b, {c0, c1, c2, c3});
#endif
}

/// Two numbers of 16 bits in a register, \p low in the lower half.
template <typename T>
__device__ static inline unsigned sparsec_in_one(T low, T high) {
  return low.bits | (unsigned)high.bits << 16;
}

/// 16 x 8 sums of 16 products each of halves: a0 and a1
/// are A[g][2 * t] and the next one, a2 and a3 are 8 rows below, a4 to a7 8
/// columns on; b0 and b1 are B[2 * t][g] and the one below, b2 and b3 8 rows
/// further.
__device__ static inline sparsec_four_floats
sparsec_mma_m16n8k16_f16(sparsec_half a0, sparsec_half a1, sparsec_half a2,
                         sparsec_half a3, sparsec_half a4, sparsec_half a5,
                         sparsec_half a6, sparsec_half a7, sparsec_half b0,
                         sparsec_half b1, sparsec_half b2, sparsec_half b3,
                         float c0, float c1, float c2, float c3) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  const unsigned a[] = {sparsec_in_one(a0, a1), sparsec_in_one(a2, a3),
                        sparsec_in_one(a4, a5), sparsec_in_one(a6, a7)};
  const unsigned b[] = {sparsec_in_one(b0, b1), sparsec_in_one(b2, b3)};
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  return {c0, c1, c2, c3};
#else
  const float a[] = {a0, a1, a2, a3, a4, a5, a6, a7}, b[] = {b0, b1, b2, b3};
  return sparsec_mma_by_lanes<true>(16, a, b, {c0, c1, c2, c3});
#endif
}

/// The same of bfloat16.
__device__ static inline sparsec_four_floats sparsec_mma_m16n8k16_bf16(
    sparsec_bfloat16 a0, sparsec_bfloat16 a1, sparsec_bfloat16 a2,
    sparsec_bfloat16 a3, sparsec_bfloat16 a4, sparsec_bfloat16 a5,
    sparsec_bfloat16 a6, sparsec_bfloat16 a7, sparsec_bfloat16 b0,
    sparsec_bfloat16 b1, sparsec_bfloat16 b2, sparsec_bfloat16 b3, float c0,
    float c1, float c2, float c3) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  const unsigned a[] = {sparsec_in_one(a0, a1), sparsec_in_one(a2, a3),
                        sparsec_in_one(a4, a5), sparsec_in_one(a6, a7)};
  const unsigned b[] = {sparsec_in_one(b0, b1), sparsec_in_one(b2, b3)};
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  return {c0, c1, c2, c3};
#else
  const float a[] = {a0, a1, a2, a3, a4, a5, a6, a7}, b[] = {b0, b1, b2, b3};
  return sparsec_mma_by_lanes<true>(16, a, b, {c0, c1, c2, c3});
#endif
}

#endif // SPARSEC_RUNTIME_CUDA_TENSOR_H
