//===- bits.h - masks of small blocks ---------------------------*- C -*-===//
//
/// \file
/// What an element's bit in a mask says: whether it is stored, and how many are
/// stored before it.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_BITS_H
#define SPARSEC_RUNTIME_BITS_H

/// Whether bit \p place, of 0 to 63, of \p mask is set.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline int
    sparsec_has_bit(unsigned long long mask, int place) {
  return (int)(mask >> place & 1);
}

/// How many bits of \p mask below \p place, of 0 to 63, are set.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline int
    sparsec_bits_below(unsigned long long mask, int place) {
  const unsigned long long below = mask & ((1ULL << place) - 1);
#ifdef __CUDA_ARCH__
  return __popcll(below);
#else
  return __builtin_popcountll(below);
#endif
}

#endif // SPARSEC_RUNTIME_BITS_H
