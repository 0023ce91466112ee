//===- wave_runs.h - runs of iterations, and pieces of them -----*- C -*-===//
//
/// \file
/// Iterations that depend on their predecessor cannot be apart in time anyway:
/// a chain of them, cut into pieces, takes one task with few hand-overs, and
/// its data lies together in memory. A stencil's lines are such chains. What is
/// between chains is cut into pieces of independent iterations.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_WAVE_RUNS_H
#define SPARSEC_RUNTIME_WAVE_RUNS_H

#include "sparsec/wave_graph.h"

/// A node is in the run of the node before: neither depends on its predecessor.
#define SPARSEC_RUN_APART 1

/// A node is in the run of the node before, on which it depends.
#define SPARSEC_RUN_CHAIN 2

/// Runs of independent nodes begin at multiples of this: parts of a pass are
/// whole runs.
#define SPARSEC_RUN_MOST 8192

/// The most elements that a thread could do while it turns to data elsewhere.
/// Points in the order of their levels take up to four times as long as in the
/// loop's.
#ifndef SPARSEC_JUMP_COST
#define SPARSEC_JUMP_COST 100
#endif

/// What a jump to \p work elements costs, in elements.
static inline long long sparsec_jump(long long work) {
  return work < SPARSEC_JUMP_COST / 3 ? 3 * work : SPARSEC_JUMP_COST;
}

/// The first multiple of \p share above \p middle.
static inline double sparsec_next_bound(double middle, double share) {
  return (double)((long long)(middle / share) + 1) * share;
}

/// The chains in one part of a loop: elements in chains that begin before the
/// part, that end after it, and in the longest one.
typedef struct sparsec_chain_part {
  long long head, tail, most;
  long long apart; ///< what the part takes one by one; sparsec_find_runs
  int is_inside;   ///< of one chain that does not begin here
} sparsec_chain_part;

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/wave_runs_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/wave_runs_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_WAVE_RUNS_H
