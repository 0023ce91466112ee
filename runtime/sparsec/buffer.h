//===- buffer.h - growable arrays of integers -------------------*- C -*-===//
//
/// \file
/// `sparsec_buffer_int` holds ints, `sparsec_buffer_long` long longs. A zeroed
/// buffer is empty.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_BUFFER_H
#define SPARSEC_RUNTIME_BUFFER_H

#include "sparsec/memory.h"

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/buffer_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/buffer_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_BUFFER_H
