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
/// Levels may be given instead, by a key of each iteration; whether keys keep
/// the order is another question (sparsec/key_facts.h).
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_LEVELS_H
#define SPARSEC_RUNTIME_LEVELS_H

#include "sparsec/sort.h"
#include "sparsec/wave_levels.h"
#include "sparsec/wave_runs.h"

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
