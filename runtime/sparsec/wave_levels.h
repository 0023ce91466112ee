//===- wave_levels.h - level sets of a graph --------------------*- C -*-===//
//
/// \file
/// The level of a node: the nodes before it on the longest path to it. Levels
/// are unique, so any number of threads finds the same.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_WAVE_LEVELS_H
#define SPARSEC_RUNTIME_WAVE_LEVELS_H

#include "sparsec/progress.h"
#include "sparsec/wave_graph.h"

#include <sched.h>

/// The least team that finds levels together: a smaller one takes about as long
/// as one thread, which reads the lists once instead of twice and never waits.
#define SPARSEC_LEVEL_TEAM 4

/// Nodes of a block, of which one thread finds the levels: no more than a short
/// chain has, as a block whose first nodes need the last ones of the block
/// before leaves its thread idle.
#define SPARSEC_LEVEL_BLOCK 64

/// Levels that a thread shows to the others at once: whole cache lines.
#define SPARSEC_LEVEL_BURST 32

/// Pauses before a thread looks for a level again: those who look at once take
/// the cache line from the thread that writes into it.
#ifndef SPARSEC_LEVEL_PAUSES
#define SPARSEC_LEVEL_PAUSES 32
#endif

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/wave_levels_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/wave_levels_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_WAVE_LEVELS_H
