//===- key_facts.h - keys of iterations that depend on each other -*- C -*-===//
//
/// \file
/// Keys that are to order the iterations of a sequential loop must rise from
/// each iteration to those that have to come after it: sparsec/levels.h makes
/// levels of them.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_KEY_FACTS_H
#define SPARSEC_RUNTIME_KEY_FACTS_H

#include "sparsec/facts.h"

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

#endif // SPARSEC_RUNTIME_KEY_FACTS_H
