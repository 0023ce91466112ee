//===- wave_graph.h - what a loop carries, by runs of iterations -*- C -*-===//
//
/// \file
/// A graph whose nodes are runs of consecutive iterations of a sequential loop
/// and whose edges say which runs must keep their order. As runs do not
/// interleave, any way to cut the loop into runs gives an acyclic graph.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_WAVE_GRAPH_H
#define SPARSEC_RUNTIME_WAVE_GRAPH_H

#include "sparsec/threads.h"

#include "sparsec/memory.h"

/// The most parts into which a pass is cut.
#define SPARSEC_WAVE_PARTS 64

/// The parts, one for each thread, of a pass over \p size things.
static inline int sparsec_wave_parts(long long size) {
  return size >= 65536 ? sparsec_team(SPARSEC_WAVE_PARTS) : 1;
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
