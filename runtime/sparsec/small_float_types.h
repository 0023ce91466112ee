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

/// IEEE 754's binary16.
struct sparsec_half {
  unsigned short bits;
  sparsec_half() = default;
#ifdef __CUDACC__
  __host__ __device__
#endif
  sparsec_half(double value)
      : bits(sparsec_half_of(value)) {
  }
#ifdef __CUDACC__
  __host__ __device__
#endif
  operator float() const {
    return sparsec_half_value(bits);
  }
};

/// The upper half of a float.
struct sparsec_bfloat16 {
  unsigned short bits;
  sparsec_bfloat16() = default;
#ifdef __CUDACC__
  __host__ __device__
#endif
  sparsec_bfloat16(double value)
      : bits(sparsec_bfloat16_of(value)) {
  }
#ifdef __CUDACC__
  __host__ __device__
#endif
  operator float() const {
    return sparsec_bfloat16_value(bits);
  }
};

#endif // SPARSEC_RUNTIME_SMALL_FLOAT_TYPES_H
