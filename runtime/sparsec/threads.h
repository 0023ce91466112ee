//===- threads.h - how many threads, and which one --------------*- C -*-===//
#ifndef SPARSEC_RUNTIME_THREADS_H
#define SPARSEC_RUNTIME_THREADS_H

#ifdef _OPENMP
#include <omp.h>
#endif

/// The most threads that a parallel region gets; 1 without OpenMP.
static inline int sparsec_threads(void) {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

/// The threads of a team that has work for \p most of them, at least 1.
static inline int sparsec_team(int most) {
  const int threads = sparsec_threads();
  const int wanted = most < threads ? most : threads;
  return wanted > 1 ? wanted : 1;
}

/// The number of the calling thread in its parallel region.
static inline int sparsec_thread(void) {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

#endif // SPARSEC_RUNTIME_THREADS_H
