//===- lanes.h - vectors of numbers -----------------------------*- C++ -*-===//
//
/// \file
/// Vectors with an element for each iteration of a loop that runs at once:
/// gcc's and clang's, of any length on any machine. A plain number in an
/// operation stands for a vector of it; `v[i]` is an element.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_LANES_H
#define SPARSEC_RUNTIME_LANES_H

/// 2 doubles.
typedef double sparsec_double2 __attribute__((vector_size(16)));

/// 4 doubles.
typedef double sparsec_double4 __attribute__((vector_size(32)));

/// 8 doubles.
typedef double sparsec_double8 __attribute__((vector_size(64)));

/// 16 doubles.
typedef double sparsec_double16 __attribute__((vector_size(128)));

/// 2 floats.
typedef float sparsec_float2 __attribute__((vector_size(8)));

/// 4 floats.
typedef float sparsec_float4 __attribute__((vector_size(16)));

/// 8 floats.
typedef float sparsec_float8 __attribute__((vector_size(32)));

/// 16 floats.
typedef float sparsec_float16 __attribute__((vector_size(64)));

#endif // SPARSEC_RUNTIME_LANES_H
