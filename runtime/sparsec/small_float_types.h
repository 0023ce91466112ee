//===- small_float_types.h - floats of 16 bits in CUDA output ---*- C++ -*-===//
//
/// \file
/// `_Float16` and `__bf16` in C++ and on GPUs, where not all compilers know
/// them. In memory they are what C's are, and CUDA's __half and __nv_bfloat16.
/// They become floats where they are computed with. Headers for C++ without
/// CUDA hold these classes, too.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_SMALL_FLOAT_TYPES_H
#define SPARSEC_RUNTIME_SMALL_FLOAT_TYPES_H

#include "sparsec/small_floats.h"

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

/// IEEE 754's binary16.
struct sparsec_half {
  unsigned short bits;
  sparsec_half() = default;
#ifdef __CUDACC__
  __host__ __device__
#endif
  sparsec_half(double value) {
#ifdef __CUDA_ARCH__ // an instruction each way
    bits = __half_as_ushort(__double2half(value));
#else
    bits = sparsec_half_of(value);
#endif
  }
#ifdef __CUDACC__
  __host__ __device__
#endif
  sparsec_half(float value) {
#ifdef __CUDA_ARCH__
    bits = __half_as_ushort(__float2half_rn(value));
#else
    bits = sparsec_half_of(value);
#endif
  }
  template <typename T>
#ifdef __CUDACC__
  __host__ __device__
#endif
  sparsec_half(T value)
      : sparsec_half((double)value) {
  }
#ifdef __CUDACC__
  __host__ __device__
#endif
  operator float() const {
#ifdef __CUDA_ARCH__
    return __half2float(__ushort_as_half(bits));
#else
    return sparsec_half_value(bits);
#endif
  }
};

/// The upper half of a float.
struct sparsec_bfloat16 {
  unsigned short bits;
  sparsec_bfloat16() = default;
#ifdef __CUDACC__
  __host__ __device__
#endif
  sparsec_bfloat16(double value) {
#ifdef __CUDA_ARCH__
    bits = __bfloat16_as_ushort(__double2bfloat16(value));
#else
    bits = sparsec_bfloat16_of(value);
#endif
  }
#ifdef __CUDACC__
  __host__ __device__
#endif
  sparsec_bfloat16(float value) {
#ifdef __CUDA_ARCH__
    bits = __bfloat16_as_ushort(__float2bfloat16_rn(value));
#else
    bits = sparsec_bfloat16_of(value);
#endif
  }
  template <typename T>
#ifdef __CUDACC__
  __host__ __device__
#endif
  sparsec_bfloat16(T value)
      : sparsec_bfloat16((double)value) {
  }
#ifdef __CUDACC__
  __host__ __device__
#endif
  operator float() const {
#ifdef __CUDA_ARCH__
    return __bfloat162float(__ushort_as_bfloat16(bits));
#else
    return sparsec_bfloat16_value(bits);
#endif
  }
};

#endif // SPARSEC_RUNTIME_SMALL_FLOAT_TYPES_H
