//===- cuda_vectors.h - vectors that CUDA lacks -----------------*- C++ -*-===//
//
/// \file
/// Neighbouring elements of 16 bits that a thread loads or stores at once, 4, 8
/// or 16 bytes from a multiple of so many, as double2 is of doubles. In
/// registers two of them share one, from which an instruction takes either.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_VECTORS_H
#define SPARSEC_RUNTIME_CUDA_VECTORS_H

#include "sparsec/small_float_types.h"

/// Two elements of 2 bytes.
template <typename T>
struct alignas(4) sparsec_two {
  T x, y;
};

/// Four elements of 2 bytes.
template <typename T>
struct alignas(8) sparsec_four {
  T x, y, z, w;
};

/// Eight elements of 2 bytes.
template <typename T>
struct alignas(16) sparsec_eight {
  T s0, s1, s2, s3, s4, s5, s6, s7;
};

/// Two halves.
using sparsec_half2 = sparsec_two<sparsec_half>;
template <typename... Values>
__device__ static __forceinline__ sparsec_half2
make_sparsec_half2(Values... values) {
  return {values...};
}

/// Four halves.
using sparsec_half4 = sparsec_four<sparsec_half>;
template <typename... Values>
__device__ static __forceinline__ sparsec_half4
make_sparsec_half4(Values... values) {
  return {values...};
}

/// Eight halves.
using sparsec_half8 = sparsec_eight<sparsec_half>;
template <typename... Values>
__device__ static __forceinline__ sparsec_half8
make_sparsec_half8(Values... values) {
  return {values...};
}

/// Two of bfloat16.
using sparsec_bfloat16_2 = sparsec_two<sparsec_bfloat16>;
template <typename... Values>
__device__ static __forceinline__ sparsec_bfloat16_2
make_sparsec_bfloat16_2(Values... values) {
  return {values...};
}

/// Four of bfloat16.
using sparsec_bfloat16_4 = sparsec_four<sparsec_bfloat16>;
template <typename... Values>
__device__ static __forceinline__ sparsec_bfloat16_4
make_sparsec_bfloat16_4(Values... values) {
  return {values...};
}

/// Eight of bfloat16.
using sparsec_bfloat16_8 = sparsec_eight<sparsec_bfloat16>;
template <typename... Values>
__device__ static __forceinline__ sparsec_bfloat16_8
make_sparsec_bfloat16_8(Values... values) {
  return {values...};
}

#endif // SPARSEC_RUNTIME_CUDA_VECTORS_H
