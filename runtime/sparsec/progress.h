//===- progress.h - threads that wait for each other's tasks ----*- C -*-===//
//
/// \file
/// Point-to-point synchronisation of an executor. The tasks of a slot run in
/// the order of their waves; the slot's progress is how many waves it has got
/// through. Orders memory on every processor: what a task wrote is seen by
/// those that waited for it.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_PROGRESS_H
#define SPARSEC_RUNTIME_PROGRESS_H

#include "sparsec/memory.h"

#include <sched.h>

/// Looks at a slot's progress before its thread lets others run: some 10 us.
/// It may wait for a thread that has no processor.
#define SPARSEC_SPINS 400

/// How many waves a slot has done. Slot s is at [s * SPARSEC_PROGRESS_STRIDE]
/// of an array, alone in its cache line.
typedef long long sparsec_progress;

/// The distance between the progress of two slots: a cache line.
#define SPARSEC_PROGRESS_STRIDE                                                \
  (SPARSEC_ALIGNMENT / (int)sizeof(sparsec_progress))

/// Sets *\p progress to an array for \p slots slots that have done nothing; to
/// NULL on failure. Each execution needs its own.
static inline int sparsec_progress_make(sparsec_progress **progress,
                                        int slots) {
  const int status = sparsec_allocate(progress, "progress", slots,
                                      SPARSEC_ALIGNMENT, LLONG_MAX);
  if (status == SPARSEC_OK && slots > 0)
    memset(*progress, 0, (size_t)slots * SPARSEC_ALIGNMENT);
  return status;
}

/// Frees what sparsec_progress_make gave, or NULL.
static inline void sparsec_progress_free(sparsec_progress *progress) {
  free(progress);
}

/// Tells the processor that this thread spins.
static inline void sparsec_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __asm__ volatile("pause");
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Returns when *\p progress is at least \p wanted.
static inline void sparsec_wait_until(const sparsec_progress *progress,
                                      long long wanted) {
  for (int spins = 0; __atomic_load_n(progress, __ATOMIC_ACQUIRE) < wanted;)
    if (spins < SPARSEC_SPINS) {
      sparsec_pause();
      spins++;
    } else {
      sched_yield();
    }
}

/// Says that \p slot is through wave \p wave_plus_1 - 1.
static inline void sparsec_task_done(sparsec_progress *progress, int slot,
                                     long long wave_plus_1) {
  __atomic_store_n(&progress[(long long)slot * SPARSEC_PROGRESS_STRIDE],
                   wave_plus_1, __ATOMIC_RELEASE);
}

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/progress_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/progress_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_PROGRESS_H
