//===- shares.h - iterations of like work for each thread -------*- C -*-===//
//
/// \file
/// Which iterations of a loop a thread gets, where iteration i does
/// begin[i + 1] - begin[i] things and costs about one more itself: neighbours,
/// that do about as much as those of each other thread. `begin` must not
/// decrease.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_SHARES_H
#define SPARSEC_RUNTIME_SHARES_H

#include <string.h>

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/shares_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/shares_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_SHARES_H
