//===- cuda_segments.h - runs of equal elements in a block ------*- C++ -*-===//
//
/// \file
/// Reductions whose element changes from thread to thread in runs. A thread
/// keeps a run, the element and what it adds; neighbours with one element join
/// theirs in the end, those of a warp or those of the whole block. C++17.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_SEGMENTS_H
#define SPARSEC_RUNTIME_CUDA_SEGMENTS_H

#include "sparsec/cuda.h"

/// Adds \p value to what the thread has for *\p run, if that is the element
/// \p target; else updates it and begins a run for the new one.
template <typename T, typename U, typename Op>
__device__ static inline void sparsec_add_to_run(T **run, T *sum, T *target,
                                                 U value, Op op) {
  if (*run == target) {
    *sum = op(*sum, (T)value);
    return;
  }
  if (*run)
    sparsec_update(*run, *sum, op);
  *run = target;
  *sum = (T)value;
}

/// Joins the runs of neighbouring lanes of a warp with one element: \p sum
/// becomes that of the lane's run from the lane on, the whole one in the run's
/// first lane. The mask of first lanes.
template <typename T, typename Op>
__device__ static inline unsigned sparsec_join_lanes(T *run, T *sum, Op op) {
  const unsigned all = 0xffffffffu, lane = threadIdx.x % 32;
  const unsigned long long key = (unsigned long long)run;
  const unsigned long long before = __shfl_up_sync(all, key, 1, 32);
  const unsigned first = __ballot_sync(all, lane == 0 || before != key);
  const unsigned later = lane == 31 ? 0u : first >> (lane + 1);
  const unsigned end = later ? lane + (unsigned)__ffs((int)later) : 32u;
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const T other = __shfl_down_sync(all, *sum, distance, 32);
    if (lane + distance < end)
      *sum = op(*sum, other);
  }
  return first;
}

/// Ends the runs of the 32 threads of a warp: the first of neighbours with one
/// element updates it by what all of them have. Null: no element.
template <typename T, typename Op>
__device__ static inline void sparsec_end_runs(T *run, T sum, Op op) {
  const unsigned first = sparsec_join_lanes(run, &sum, op);
  if (run && (first >> threadIdx.x % 32 & 1))
    sparsec_update(run, sum, op);
}

/// The same for all threads of a block, a multiple of 32 in one dimension. A
/// warp leaves its first and its last run to the second level, where those of
/// neighbouring warps with one element join: one update per run and block.
template <typename T, typename Op>
__device__ static inline void sparsec_end_block_runs(T *run, T sum, Op op) {
  __shared__ T *runs[64];
  __shared__ T sums[64];
  // A warp of one run has a first one only; nothing stands in the other place.
  __shared__ bool isLeft[64];
  const unsigned lane = threadIdx.x % 32, place = threadIdx.x / 32 * 2;
  const unsigned first = sparsec_join_lanes(run, &sum, op);
  const unsigned last = 31u - (unsigned)__clz((int)first);
  const bool isFirst = first >> lane & 1, isEnd = lane == 0 || lane == last;
  if (isEnd) {
    const unsigned at = place + (lane != 0);
    runs[at] = run;
    sums[at] = sum;
    isLeft[at] = true;
  }
  if (lane == 0 && last == 0)
    isLeft[place + 1] = false;
  if (run && isFirst && !isEnd)
    sparsec_update(run, sum, op);
  __syncthreads();
  const unsigned at = threadIdx.x, places = blockDim.x / 32 * 2;
  if (at < places && isLeft[at] && runs[at]) {
    T *const own = runs[at];
    const unsigned before = at == 0 ? 0 : isLeft[at - 1] ? at - 1 : at - 2;
    if (at == 0 || runs[before] != own) {
      T total = sums[at];
      for (unsigned next = at + 1;
           next < places && (!isLeft[next] || runs[next] == own); next++)
        if (isLeft[next])
          total = op(total, sums[next]);
      sparsec_update(own, total, op);
    }
  }
  __syncthreads();
}

#endif // SPARSEC_RUNTIME_CUDA_SEGMENTS_H
