//===- cuda_copies.h - copies that threads do not wait for -------*- C++
//-*-===//
//
/// \file
/// Copies from global to shared memory that go on while a thread does other
/// things: cp.async from sm_80 on, plain copies on other GPUs. A thread finds
/// what it has copied behind a wait for its group, others behind a barrier
/// after that.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_COPIES_H
#define SPARSEC_RUNTIME_CUDA_COPIES_H

#include <cuda_pipeline_primitives.h>

/// Starts to copy \p *from, in global memory, to \p *to, in shared memory: a
/// number or vector of 4, 8 or 16 bytes, at multiples of that many.
template <typename T>
__device__ static inline void sparsec_copy_async(T *to, const T *from) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,
                "asynchronous copies have 4, 8 or 16 bytes");
  __pipeline_memcpy_async(to, from, sizeof(T));
}

/// The copies that the thread has started since it last did this, which may be
/// none, are a group.
__device__ static inline void sparsec_commit_copies() { __pipeline_commit(); }

/// Waits until of the thread's groups the \p pending last ones at most are
/// under way.
template <int pending>
__device__ static inline void sparsec_wait_for_copies() {
  __pipeline_wait_prior(pending);
}

#endif // SPARSEC_RUNTIME_CUDA_COPIES_H
