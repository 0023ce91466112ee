//===- waits.h - what a task has to wait for --------------------*- C -*-===//
//
/// \file
/// Turns a schedule of wavefront.h into waits of single tasks for single tasks,
/// for executors without barriers (progress.h). A task's slot is its number
/// within its wave; one thread runs all tasks of a slot, wave by wave.
///
/// Waits that others imply are left out. For each task the inspector knows, of
/// each slot, how many waves are certainly done once the task is done: its
/// clock. What the clock of the slot's task before says, or the clock of a task
/// that is waited for, needs no wait.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_WAITS_H
#define SPARSEC_RUNTIME_WAITS_H

#include "sparsec/scan.h"
#include "sparsec/threads.h"

/// Raises *\p value to \p least, while other threads do so, too.
static inline void sparsec_raise_need(int *value, int least) {
  int seen = __atomic_load_n(value, __ATOMIC_RELAXED);
  while (seen < least &&
         !__atomic_compare_exchange_n(value, &seen, least, 1, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED))
    continue;
}

/// The slot with the latest wave that \p clock does not have yet, of those
/// that \p need names; -1 if there is none.
static inline int sparsec_latest_wait(const int *need, const int *clock,
                                      int slots) {
  int latest = -1;
  for (int s = 0; s < slots; s++)
    if (need[s] > clock[s] && (latest < 0 || need[s] > need[latest]))
      latest = s;
  return latest;
}

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/waits_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/waits_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_WAITS_H
