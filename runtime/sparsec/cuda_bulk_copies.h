//===- cuda_bulk_copies.h - rows that a GPU's copy engine brings -*- C++
//-*-===//
//
/// \file
/// Copies of whole rows from global memory to boxes in shared memory, each of
/// which one thread starts: cp.async.bulk from sm_90 on, loops of the thread on
/// other GPUs. A word in shared memory for each box tells what has arrived
/// (mbarrier of PTX): every thread of the block arrives there once in each step
/// that fills the box, behind the copies that it has started; the step is over
/// when all threads and all bytes are there. Who waits for that finds what
/// others have started, too.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_BULK_COPIES_H
#define SPARSEC_RUNTIME_CUDA_BULK_COPIES_H

#include <cuda/ptx>
#include <cuda_awbarrier_primitives.h>

[[maybe_unused]] __device__ static inline __mbarrier_t *
sparsec_arrival_word(unsigned long long *arrivals, int box) {
  static_assert(sizeof(__mbarrier_t) == sizeof(unsigned long long), "");
  return reinterpret_cast<__mbarrier_t *>(arrivals + box);
}

[[maybe_unused]] __device__ static inline bool sparsec_is_first_thread() {
  return threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;
}

/// Lets \p arrivals begin, for \p boxes boxes and all threads of the block,
/// which have to wait for each other before they use it.
template <int boxes>
__device__ static inline void
sparsec_begin_arrivals(unsigned long long *arrivals) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  if (!sparsec_is_first_thread())
    return;
  for (int box = 0; box < boxes; box++)
    __mbarrier_init(sparsec_arrival_word(arrivals, box),
                    blockDim.x * blockDim.y * blockDim.z);
  cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release,
                                 cuda::ptx::scope_cluster);
#endif
}

/// Starts to copy \p count elements, which may be none, from \p from, in global
/// memory, to \p to in box \p box. Both begin at a multiple of 16 bytes, and
/// together the elements have a multiple of 16 bytes.
template <typename T>
__device__ static inline void
sparsec_copy_bulk(T *to, const T *from, long long count,
                  unsigned long long *arrivals, int box) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  if (count <= 0)
    return;
  const unsigned bytes = unsigned(count * sizeof(T));
  __mbarrier_t *word = sparsec_arrival_word(arrivals, box);
  cuda::ptx::mbarrier_expect_tx(cuda::ptx::sem_relaxed, cuda::ptx::scope_cta,
                                cuda::ptx::space_shared, word, bytes);
  cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global,
                           to, from, bytes, word);
#else
  for (long long k = 0; k < count; k++)
    to[k] = from[k];
#endif
}

/// The thread has started what it copies to box \p box in this step.
__device__ static inline void sparsec_arrive(unsigned long long *arrivals,
                                             int box) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  (void)__mbarrier_arrive(sparsec_arrival_word(arrivals, box));
#endif
}

/// Waits for a step of box \p box, \p turn: 0 for its first, third, .. step, 1
/// for the others.
__device__ static inline void
sparsec_await_arrivals(unsigned long long *arrivals, int box, int turn) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  constexpr unsigned mostNanoseconds = 1000;
  while (!__mbarrier_try_wait_parity(sparsec_arrival_word(arrivals, box), turn,
                                     mostNanoseconds)) {
  }
#endif
}

/// Ends \p arrivals, so that they may begin again. All threads of the block
/// have to be done with them.
template <int boxes>
__device__ static inline void
sparsec_end_arrivals(unsigned long long *arrivals) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  if (!sparsec_is_first_thread())
    return;
  for (int box = 0; box < boxes; box++)
    __mbarrier_inval(sparsec_arrival_word(arrivals, box));
#endif
}

#endif // SPARSEC_RUNTIME_CUDA_BULK_COPIES_H
