//===- math.h - integer minimum, maximum and floored division ---*- C -*-===//
//
/// \file
/// The plain names work on 64 bits and so are right for any argument; the
/// `_int` ones are for values known to fit.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_MATH_H
#define SPARSEC_RUNTIME_MATH_H

static inline long long sparsec_min(long long a, long long b) {
  return a < b ? a : b;
}

static inline long long sparsec_max(long long a, long long b) {
  return a > b ? a : b;
}

/// \p a / \p b rounded towards minus infinity; \p b > 0.
static inline long long sparsec_floord(long long a, long long b) {
  return a / b - (a % b < 0);
}

/// The remainder of sparsec_floord, in [0, b); \p b > 0.
static inline long long sparsec_mod(long long a, long long b) {
  return a % b + (a % b < 0 ? b : 0);
}

static inline int sparsec_min_int(int a, int b) { return a < b ? a : b; }

static inline int sparsec_max_int(int a, int b) { return a > b ? a : b; }

/// \p a / \p b rounded towards minus infinity; \p b > 0.
static inline int sparsec_floord_int(int a, int b) {
  return a / b - (a % b < 0);
}

/// The remainder of sparsec_floord_int, in [0, b); \p b > 0.
static inline int sparsec_mod_int(int a, int b) {
  return a % b + (a % b < 0 ? b : 0);
}

#endif // SPARSEC_RUNTIME_MATH_H
