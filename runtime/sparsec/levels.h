//===- levels.h - level sets of a loop that carries dependences -*- C -*-===//
//
/// \file
/// The iterations of a sequential loop by level: how many iterations must run
/// before one on the longest chain of those that have to keep their order.
/// Iterations of one level do not depend on each other.
///
/// On a GPU a level is a launch. Levels that one block of threads can run are
/// packed: those that follow each other are the steps of one task, between
/// which only that block waits; a larger level is cut into tasks of one step.
/// Source: level sets: Saltz, SIAM J. Sci. Stat. Comput. 11(1), 1990.
///
/// Levels may be given instead, by a key of each iteration; then iterations
/// that have to keep their order must have rising keys.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_LEVELS_H
#define SPARSEC_RUNTIME_LEVELS_H

#include "sparsec/facts.h"
#include "sparsec/sort.h"
#include "sparsec/wave_levels.h"
#include "sparsec/wave_runs.h"

/// Whether iterations \p i and \p met, if they are two, have keys that do not
/// rise.
static inline int sparsec_keys_fall(const long long *key, long long i,
                                    long long met) {
  return met < i ? key[met] >= key[i] : met > i && key[i] >= key[met];
}

/// Of iterations that must keep their order the later one has the greater key:
/// iteration i of \p n with the iterations other[first[i] .. first[i + 1]), all
/// in [0, n), as for sparsec_level_sets. key holds 64-bit integers. The loop
/// calls iteration i begin + step * i. O(n + edges), in parallel; any number of
/// threads finds the same pair.
static inline int sparsec_check_keys(const char *fact, sparsec_view key,
                                     sparsec_view first, sparsec_view other,
                                     long long n, long long begin,
                                     long long step) {
  const long long *const keys = (const long long *)key.data;
  long long found = n;
#ifdef _OPENMP
#pragma omp parallel for schedule(static) reduction(min : found) if (n > 10000)
#endif
  for (long long i = 0; i < n; i++) {
    const long long end = sparsec_at(first, i + 1);
    for (long long e = sparsec_at(first, i); e < end && i < found; e++)
      if (sparsec_keys_fall(keys, i, sparsec_at(other, e)))
        found = i;
  }
  if (found >= n)
    return SPARSEC_OK;
  for (long long e = sparsec_at(first, found);; e++) {
    const long long met = sparsec_at(other, e);
    const long long u = met < found ? met : found,
                    v = met < found ? found : met;
    if (sparsec_keys_fall(keys, found, met))
      return sparsec_fail(SPARSEC_FACT_VIOLATED,
                          "%s does not hold: iteration %lld has to come before "
                          "iteration %lld, but their keys are %lld and %lld",
                          fact, begin + step * u, begin + step * v, keys[u],
                          keys[v]);
  }
}

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/levels_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/levels_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_LEVELS_H
