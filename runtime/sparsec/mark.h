//===- mark.h - numbering of marked keys, segment sorting -------*- C -*-===//
//
/// \file
/// Small parts of inspectors: numbers the marked keys of a range in ascending
/// order, lists them, and sorts the entries of each segment.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_MARK_H
#define SPARSEC_RUNTIME_MARK_H

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/mark_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/mark_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_MARK_H
