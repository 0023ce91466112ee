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

/// The vector at \p place if \p isThere, else zeros. It is chosen by whole
/// registers, which have two elements each.
template <typename Vector>
__device__ static __forceinline__ Vector
sparsec_vector_if(bool isThere, const Vector *place) {
  struct __attribute__((may_alias, aligned(sizeof(Vector)))) Words {
    unsigned word[sizeof(Vector) / 4];
  };
  Words words = {};
  if (isThere)
    words = *(const Words *)place;
  Vector vector;
  memcpy(&vector, &words, sizeof vector);
  return vector;
}

/// Two halves.
using sparsec_half2 = sparsec_two<sparsec_half>;
template <typename... Values>
__device__ static __forceinline__ sparsec_half2
make_sparsec_half2(Values... values) {
  return {values...};
}
__device__ static __forceinline__ sparsec_half2
load_sparsec_half2(bool isThere, const sparsec_half2 *place) {
  return sparsec_vector_if<sparsec_half2>(isThere, place);
}

/// Four halves.
using sparsec_half4 = sparsec_four<sparsec_half>;
template <typename... Values>
__device__ static __forceinline__ sparsec_half4
make_sparsec_half4(Values... values) {
  return {values...};
}
__device__ static __forceinline__ sparsec_half4
load_sparsec_half4(bool isThere, const sparsec_half4 *place) {
  return sparsec_vector_if<sparsec_half4>(isThere, place);
}

/// Eight halves.
using sparsec_half8 = sparsec_eight<sparsec_half>;
template <typename... Values>
__device__ static __forceinline__ sparsec_half8
make_sparsec_half8(Values... values) {
  return {values...};
}
__device__ static __forceinline__ sparsec_half8
load_sparsec_half8(bool isThere, const sparsec_half8 *place) {
  return sparsec_vector_if<sparsec_half8>(isThere, place);
}

/// Two of bfloat16.
using sparsec_bfloat16_2 = sparsec_two<sparsec_bfloat16>;
template <typename... Values>
__device__ static __forceinline__ sparsec_bfloat16_2
make_sparsec_bfloat16_2(Values... values) {
  return {values...};
}
__device__ static __forceinline__ sparsec_bfloat16_2
load_sparsec_bfloat16_2(bool isThere, const sparsec_bfloat16_2 *place) {
  return sparsec_vector_if<sparsec_bfloat16_2>(isThere, place);
}

/// Four of bfloat16.
using sparsec_bfloat16_4 = sparsec_four<sparsec_bfloat16>;
template <typename... Values>
__device__ static __forceinline__ sparsec_bfloat16_4
make_sparsec_bfloat16_4(Values... values) {
  return {values...};
}
__device__ static __forceinline__ sparsec_bfloat16_4
load_sparsec_bfloat16_4(bool isThere, const sparsec_bfloat16_4 *place) {
  return sparsec_vector_if<sparsec_bfloat16_4>(isThere, place);
}

/// Eight of bfloat16.
using sparsec_bfloat16_8 = sparsec_eight<sparsec_bfloat16>;
template <typename... Values>
__device__ static __forceinline__ sparsec_bfloat16_8
make_sparsec_bfloat16_8(Values... values) {
  return {values...};
}
__device__ static __forceinline__ sparsec_bfloat16_8
load_sparsec_bfloat16_8(bool isThere, const sparsec_bfloat16_8 *place) {
  return sparsec_vector_if<sparsec_bfloat16_8>(isThere, place);
}

#endif // SPARSEC_RUNTIME_CUDA_VECTORS_H
