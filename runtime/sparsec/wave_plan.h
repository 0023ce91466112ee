//===- wave_plan.h - which level sets to run in waves -----------*- C -*-===//
//
/// \file
/// The model of what a schedule takes, and the plans that it weighs: level sets
/// of pieces of chains, of several sizes, and of single iterations.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_WAVE_PLAN_H
#define SPARSEC_RUNTIME_WAVE_PLAN_H

#include "sparsec/wave_graph.h"

/// What one more wave costs, as elements that a thread could do meanwhile:
/// Gauss-Seidel's sweeps of a 5-point stencil of 1000^2 take 5.5 ms with 3998
/// barriers on 16 threads, of which 1.2 ms are work: 1.1 us, at 2 ns an
/// element.
#ifndef SPARSEC_WAVE_COST
#define SPARSEC_WAVE_COST 500
#endif

/// The elements for which a task of its own is worth while.
#ifndef SPARSEC_TASK_LEAST
#define SPARSEC_TASK_LEAST 128
#endif

/// The elements of a piece of a chain, first and at least.
#ifndef SPARSEC_PIECE_LEAST
#define SPARSEC_PIECE_LEAST 512
#endif

/// How many times pieces are doubled in search of a better size, and a graph
/// of iterations before that.
#define SPARSEC_WAVE_GRAPHS 12

/// The most elements that a thread could do while it turns to data elsewhere.
/// Sweeps by one thread, in the order of waves of whole lines: 100 elements
/// more for each line of 7 points on 100^3 (0.2 us), 750 for one of 27 points
/// on 100^3 (0.7 us). Points in the order of their levels take up to four times
/// as long as in the loop's: short waits overlap.
#ifndef SPARSEC_JUMP_COST
#define SPARSEC_JUMP_COST 500
#endif

/// What a jump to \p work elements costs, in elements.
static inline long long sparsec_jump(long long work) {
  return work < SPARSEC_JUMP_COST / 3 ? 3 * work : SPARSEC_JUMP_COST;
}

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
