//===- wave_graph.h - what a loop carries, by runs of iterations -*- C -*-===//
//
/// \file
/// A graph whose nodes are runs of consecutive iterations of a sequential loop
/// and whose edges say which runs must keep their order. As runs do not
/// interleave, any way to cut the loop into runs gives an acyclic graph.
///
/// Iterations that depend on their predecessor cannot be apart in time anyway:
/// a chain of them, cut into pieces, takes one task with few hand-overs, and
/// its data lies together in memory. A stencil's lines are such chains.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_WAVE_GRAPH_H
#define SPARSEC_RUNTIME_WAVE_GRAPH_H

#include "sparsec/threads.h"

#include "sparsec/memory.h"

/// The first multiple of \p share above \p middle.
static inline double sparsec_next_bound(double middle, double share) {
  return (double)((long long)(middle / share) + 1) * share;
}

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/wave_graph_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/wave_graph_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_WAVE_GRAPH_H
