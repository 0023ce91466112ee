//===- overlap.h - where arrays lie -----------------------------*- C -*-===//
#ifndef SPARSEC_RUNTIME_OVERLAP_H
#define SPARSEC_RUNTIME_OVERLAP_H

#include <stdint.h>

/// Whether [a, a + a_bytes) and [b, b + b_bytes) share a byte. An empty range
/// shares none; a negative size counts as empty.
static inline int sparsec_overlap(const void *a, long long a_bytes,
                                  const void *b, long long b_bytes) {
  const uintptr_t a_begin = (uintptr_t)a, b_begin = (uintptr_t)b;
  if (a_bytes <= 0 || b_bytes <= 0)
    return 0;
  return a_begin <= b_begin ? b_begin - a_begin < (uintptr_t)a_bytes
                            : a_begin - b_begin < (uintptr_t)b_bytes;
}

/// Whether \p a begins at a multiple of \p bytes, a power of two.
static inline int sparsec_is_aligned(const void *a, unsigned bytes) {
  return (uintptr_t)a % bytes == 0;
}

#endif // SPARSEC_RUNTIME_OVERLAP_H
