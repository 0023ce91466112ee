//===- sort.h - iterations in the order of keys -----------------*- C -*-===//
//
/// \file
/// Builds the order in which a loop is to run: a permutation of its iterations,
/// sorted by a key that an inspector has found for each of them.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_SORT_H
#define SPARSEC_RUNTIME_SORT_H

#include "sparsec/memory.h"

/// Iteration i comes the earlier the nearer key[i] is to the first key, which
/// is the greatest one where \p descending is set, else the least.
typedef struct sparsec_ranking {
  const long long *key;
  long long first;
  int descending;
} sparsec_ranking;

/// How far the key of iteration \p i is from the first one.
static inline uint64_t sparsec_rank(const sparsec_ranking *ranking,
                                    long long i) {
  const uint64_t key = (uint64_t)ranking->key[i];
  const uint64_t first = (uint64_t)ranking->first;
  return ranking->descending ? first - key : key - first;
}

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/sort_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/sort_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_SORT_H
