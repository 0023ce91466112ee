//===- wave_plan.h - which level sets to run in waves -----------*- C -*-===//
//
/// \file
/// The model of what a schedule takes, and the plans that it weighs: level sets
/// of pieces of chains, of several sizes, and of single iterations.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_WAVE_PLAN_H
#define SPARSEC_RUNTIME_WAVE_PLAN_H

#include "sparsec/wave_levels.h"
#include "sparsec/wave_pieces.h"

/// What one more wave costs 16 threads, as elements that a thread could do
/// meanwhile. Symmetric Gauss-Seidel on 16 cores (the host of an H100,
/// 2026-11-23) on 27 points takes 10.0 and 2.5 ms for 100^3 and 64^3 with plans
/// of 296 and 188 waves, which 500 prefers, 12.2 and 2.8 ms with those of 589
/// and 373; on 5 points of 1000^2 250 to 1000 are the same.
#ifndef SPARSEC_WAVE_COST
#define SPARSEC_WAVE_COST 500
#endif

/// What one more wave costs \p threads threads: the fewer there are, the less
/// does one of them wait for the slowest.
static inline long long sparsec_wave_cost(int threads) {
  return (long long)SPARSEC_WAVE_COST * (threads + 8) / 24;
}

/// The elements for which a task of its own is worth while.
#ifndef SPARSEC_TASK_LEAST
#define SPARSEC_TASK_LEAST 32
#endif

/// The elements of a piece of a chain, first and at least.
#ifndef SPARSEC_PIECE_LEAST
#define SPARSEC_PIECE_LEAST 128
#endif

/// What a plan for many threads has to promise, in percent of the loop's speed;
/// one for 2 threads a quarter of that gain. Promises of 1.4 to 1.7 kept 0.7 to
/// 1.05 on 4 to 16 idle cores, of 1.3 on 2 of them 1.3, and of 2 and more 1.1
/// to 1.5 (solves and steps on s3rmt3m3, bcsstk16, bcsstk17 and shallow_water1;
/// docs/recipes/symmetric-gauss-seidel.md).
#ifndef SPARSEC_GAIN_LEAST
#define SPARSEC_GAIN_LEAST 200
#endif

/// Whether \p threads threads may run a loop in waves faster than one runs it.
static inline int sparsec_may_pay(int threads) { return threads > 1; }

/// The elements in the time of which a plan for \p threads threads has to do
/// \p total ones.
static inline long long sparsec_worth_while(long long total, int threads) {
  const double share = 1.0 - 1.5 / threads;
  const double gain = 1.0 + (SPARSEC_GAIN_LEAST / 100.0 - 1.0) * share;
  return (long long)((double)total / gain);
}

/// How many times pieces are doubled in search of a better size, and a graph
/// of iterations before that.
#define SPARSEC_WAVE_GRAPHS 12

/// Pieces of a size between are made of those doubled this often until then.
#define SPARSEC_EVEN_STEPS 3

/// Elements from the begin of a wave until all its tasks are done: no thread
/// has less than the average, and no node is divided.
static inline long long sparsec_wave_span(long long work, long long most,
                                          int threads) {
  const long long round = sparsec_product(most, threads);
  const long long span =
      round > 0 ? sparsec_product((work - 1) / round + 1, most) : 0;
  return span < work ? span : work;
}

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/wave_plan_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/wave_plan_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_WAVE_PLAN_H
