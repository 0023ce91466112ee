//===- double_double.h - what products round off ----------------*- C++ -*-===//
//
/// \file
/// For numbers of two doubles. Products and sums must be rounded one by one:
/// contraction to fused multiply-adds is off from here on.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_DOUBLE_DOUBLE_H
#define SPARSEC_RUNTIME_DOUBLE_DOUBLE_H

#ifdef __FAST_MATH__
#error "numbers of two doubles need exact rounding: no -ffast-math, please"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && !defined(__CUDACC__)
#pragma GCC optimize("fp-contract=off")
#endif
/// a * b, rounded.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline double
    sparsec_rounded_product(double a, double b) {
#ifdef __CUDA_ARCH__
  return __dmul_rn(a, b);
#else
  return a * b;
#endif
}

/// What `product`, a * b rounded, leaves out; exact unless it underflows.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline double
    sparsec_product_rest(double a, double b, double product) {
#ifdef __CUDA_ARCH__
  return fma(a, b, -product);
#else
  return __builtin_fma(a, b, -product);
#endif
}

#endif // SPARSEC_RUNTIME_DOUBLE_DOUBLE_H
