//===- wave_windows.h - waves of several levels -----------------*- C -*-===//
//
/// \file
/// Waves of consecutive levels, cut into connected components: a task has the
/// nodes of several levels that nothing outside it needs meanwhile. Levels join
/// a wave as long as the model says that this costs less than one more wave, so
/// as long as there are enough components of a size that threads can share.
/// Source: hybrid aggregation: Zarebavani, Cheshmi, Liu, Strout, Mehri Dehnavi,
/// "HDagg", IPDPS 2022, section IV; its densely connected groups are the pieces
/// of wave_pieces.h here.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_WAVE_WINDOWS_H
#define SPARSEC_RUNTIME_WAVE_WINDOWS_H

#include "sparsec/wave_plan.h"

/// The share of the elements, one of so many, after which windows that promise
/// nothing are given up.
#define SPARSEC_WINDOW_TRIAL 8

/// A window of levels: elements in all, with jumps, and in its largest
/// component; how many components it has.
typedef struct sparsec_window {
  long long work, spread, most, components;
} sparsec_window;

/// Adds \p work elements, which do or do not follow others of their task, to
/// \p window; returns them with the jump that they cost.
static inline long long sparsec_add_to_window(sparsec_window *window,
                                              long long work, int follows) {
  const long long spread = work + (follows ? 0 : sparsec_jump(work));
  window->work += work;
  window->spread += spread;
  return spread;
}

/// Into how many tasks to cut \p window for \p threads threads; 1 if it is as
/// well run by one of them.
static inline int sparsec_window_parts(const sparsec_window *window,
                                       int threads) {
  const long long fits = window->work / SPARSEC_TASK_LEAST;
  const long long most = fits < window->components ? fits : window->components;
  const int parts = most < threads ? (int)most : threads;
  if (parts < 2)
    return 1;
  const long long span = sparsec_wave_span(window->spread, window->most, parts);
  return span + sparsec_wave_cost(threads) < window->work ? parts : 1;
}

/// Elements from the begin of \p window until its end.
static inline long long sparsec_window_span(const sparsec_window *window,
                                            int threads) {
  const int parts = sparsec_window_parts(window, threads);
  return parts > 1 ? sparsec_wave_span(window->spread, window->most, parts)
                   : window->work;
}

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/wave_windows_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/wave_windows_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_WAVE_WINDOWS_H
