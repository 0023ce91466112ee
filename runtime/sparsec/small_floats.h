//===- small_floats.h - floating values in 16 bits --------------*- C -*-===//
//
/// \file
/// Halves (IEEE 754's binary16) and bfloat16, the upper half of a float, as
/// unsigned short: a type that all compilers know. Numbers are rounded to the
/// nearest one, of two to the even one; what is no number stays none.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_SMALL_FLOATS_H
#define SPARSEC_RUNTIME_SMALL_FLOATS_H

#include <stdint.h>
#include <string.h>

/// \p value in a sign, an exponent that \p bias is added to, and \p digits - 1
/// further bits, 16 altogether.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline unsigned short
    sparsec_small_float(double value, int digits, int bias) {
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof bits);
  const unsigned sign = (unsigned)(bits >> 48) & 0x8000;
  const unsigned infinity = (unsigned)(2 * bias + 1) << (digits - 1);
  const uint64_t one = 1, hidden = one << 52;
  bits &= ~(one << 63);
  if (bits > (uint64_t)0x7ff << 52)
    return (unsigned short)(sign | infinity | 1u << (digits - 2));
  const int exponent = (int)(bits >> 52) - 1023 + bias;
  if (exponent > 2 * bias)
    return (unsigned short)(sign | infinity);
  // Below the least exponent there are fewer digits.
  const int drop = 53 - digits + (exponent < 1 ? 1 - exponent : 0);
  if (drop > 54)
    return (unsigned short)sign;
  const uint64_t number = (bits & (hidden - 1)) | hidden;
  const uint64_t rest = number & ((one << drop) - 1), half = one << (drop - 1);
  unsigned rounded = (unsigned)(number >> drop);
  rounded += rest > half || (rest == half && (rounded & 1));
  // A carry goes on to the exponent.
  rounded += exponent < 1 ? 0 : (unsigned)(exponent - 1) << (digits - 1);
  return (unsigned short)(sign | rounded);
}

/// The half nearest to \p value.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline unsigned short
    sparsec_half_of(double value) {
  return sparsec_small_float(value, 11, 15);
}

/// The bfloat16 nearest to \p value.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline unsigned short
    sparsec_bfloat16_of(double value) {
  return sparsec_small_float(value, 8, 127);
}

/// The value of a half. Not by _Float16, which gcc 12 converts to double by a
/// function of its library even where the processor has an instruction.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline float
    sparsec_half_value(unsigned short half) {
#if defined(__F16C__) && defined(__GNUC__) && !defined(__CUDACC__)
  typedef short halves __attribute__((vector_size(16)));
  const halves all = {(short)half};
  return __builtin_ia32_vcvtph2ps(all)[0];
#elif defined(__CUDA_ARCH__)
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(half));
  return value;
#else
  // As a float its exponent is 112 too small, but for that of no number.
  const float scale = 5192296858534827628530496329220096.0f; // 2^112
  uint32_t bits = (uint32_t)(half & 0x7fff) << 13;
  float value = 0;
  memcpy(&value, &bits, sizeof value);
  value *= scale;
  memcpy(&bits, &value, sizeof bits);
  bits |= (half & 0x7c00) == 0x7c00 ? (uint32_t)0x7f800000 : 0;
  bits |= (uint32_t)(half & 0x8000) << 16;
  memcpy(&value, &bits, sizeof value);
  return value;
#endif
}

/// The value of a bfloat16.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline float
    sparsec_bfloat16_value(unsigned short half) {
  const uint32_t bits = (uint32_t)half << 16;
  float value = 0;
  memcpy(&value, &bits, sizeof value);
  return value;
}

#endif // SPARSEC_RUNTIME_SMALL_FLOATS_H
