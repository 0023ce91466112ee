//===- scan.h - prefix sums in place ----------------------------*- C -*-===//
//
/// \file
/// `_int` sums ints, `_long` long longs. Sums are checked: one that does not
/// fit gives SPARSEC_OVERFLOW. Any number of threads gives the same result.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_SCAN_H
#define SPARSEC_RUNTIME_SCAN_H

#include "sparsec/memory.h"

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/scan_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/scan_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_SCAN_H
