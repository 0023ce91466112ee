//===- wavefront.h - schedules of loops that carry dependences --*- C -*-===//
//
/// \file
/// Finds a parallel schedule of a sequential loop from the iterations that have
/// to keep their order. The schedule is a list of waves that run one after the
/// other; a wave's tasks, at most one per thread, run at the same time, and a
/// task's iterations one after the other. Iterations u < v that must keep their
/// order are in one task, u first, or u's wave is before v's.
///
/// Three ways are weighed against the loop as it is, by the model of
/// wave_plan.h: level sets of pieces of chains (wave_pieces.h), which keep the
/// loop's locality and have fewer and larger waves; level sets of single
/// iterations, which show more parallelism; and connected components of several
/// levels of the better of the two (wave_windows.h). Levels too small to pay
/// are joined, run by one thread in the loop's order; where nothing pays, the
/// schedule is the loop itself.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_WAVEFRONT_H
#define SPARSEC_RUNTIME_WAVEFRONT_H

#include "sparsec/wave_windows.h"

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/wavefront_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/wavefront_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_WAVEFRONT_H
