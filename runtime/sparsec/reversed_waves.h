//===- reversed_waves.h - schedules from their end --------------*- C -*-===//
//
/// \file
/// The schedule of a loop's iterations for a loop that runs through them the
/// other way, and waits for the same ones: what was last is first, and who
/// waited for a task is waited for by it.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_REVERSED_WAVES_H
#define SPARSEC_RUNTIME_REVERSED_WAVES_H

#include "sparsec/threads.h"

#include <limits.h>
#include <string.h>

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/reversed_waves_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/reversed_waves_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_REVERSED_WAVES_H
