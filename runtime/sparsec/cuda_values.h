//===- cuda_values.h - values that blocks wait for --------------*- C++ -*-===//
//
/// \file
/// Blocks of one launch that need values of earlier iterations. Each half of a
/// value lies beside the number of the launch that published it, in one word of
/// the memory: whoever reads words until that number is its own has the value,
/// too, without fences. All blocks of a launch run at once, and each one goes
/// through its iterations in order, so that whom it waits for is done or goes
/// on. Nothing is reset between executions, and the host passes no number:
/// launches may be replayed from a CUDA graph. C++17; needs sm_70.
/// Source: synchronisation-free triangular solve: Liu, Li, Hogg, Duff, Vinter,
/// Euro-Par 2016. Values and numbers in one word: our own measurement
/// (docs/recipes/sptrsv.md).
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_VALUES_H
#define SPARSEC_RUNTIME_CUDA_VALUES_H

#include "sparsec/cuda_grid.h"

#include <string.h>

/// An element of 4 or 8 bytes in parts of 4 bytes: the lower half of each word,
/// with the number of the launch that published it above; 0: none did.
template <typename T>
struct alignas(2 * sizeof(T)) sparsec_published {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "no word of the GPU");
  unsigned long long words[sizeof(T) / 4];
};

/// The number of a block among those of its launch, and that of the launch,
/// from 1.
struct sparsec_ticket {
  unsigned block, epoch;
};

/// Allocates \p count elements of \p size bytes on the GPU, all bytes zero.
static inline int sparsec_zeroed_on_gpu(void **gpu, const char *name,
                                        long long count, size_t size) {
  if (count <= 0)
    return SPARSEC_OK;
  const size_t bytes = (size_t)count * size;
  int status = sparsec_cuda_status(name, cudaMalloc(gpu, bytes));
  if (status == SPARSEC_OK)
    status = sparsec_cuda_status(name, cudaMemset(*gpu, 0, bytes));
  return status;
}

/// A ticket for the calling block, all threads of which come by. \p taken: how
/// many blocks of the launch have one, and above them, in the upper half, how
/// many launches are over, which the last block counts.
__device__ static inline sparsec_ticket
sparsec_take_ticket(unsigned long long *taken) {
  __shared__ unsigned place[2];
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    const unsigned long long number = atomicAdd(taken, 1ULL);
    place[0] = (unsigned)number;
    place[1] = (unsigned)(number >> 32) + 1u;
    if (place[0] + 1 == gridDim.x)
      atomicAdd(taken, (1ULL << 32) - gridDim.x);
  }
  __syncthreads();
  return {place[0], place[1]};
}

/// Reads the words of \p element, each in one access that no other one splits.
template <typename T>
__device__ static inline void
sparsec_load_words(const sparsec_published<T> &element,
                   unsigned long long *words) {
#ifndef __CUDACC__
  for (unsigned k = 0; k < sizeof(T) / 4; k++)
    words[k] = cudaEmulation::atomicUpdate(
        (unsigned long long *)&element.words[k],
        [](unsigned long long word) { return word; });
#else
  if constexpr (sizeof(T) == 8)
    asm volatile("ld.relaxed.gpu.global.v2.b64 {%0, %1}, [%2];"
                 : "=l"(words[0]), "=l"(words[1])
                 : "l"(element.words));
  else
    asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];"
                 : "=l"(words[0])
                 : "l"(element.words));
#endif
}

/// The element that this launch publishes in an earlier iteration, or has
/// published. Ordinary loads may move across: no other block changes what they
/// read.
template <typename T>
__device__ static inline T sparsec_await(const sparsec_published<T> &element,
                                         sparsec_ticket ticket) {
  unsigned long long words[2] = {0, 0};
  for (;;) {
    sparsec_load_words(element, words);
    // One test: threads that part here would take turns from then on.
    unsigned differs = (unsigned)(words[0] >> 32) ^ ticket.epoch;
    if (sizeof(T) == 8)
      differs |= (unsigned)(words[1] >> 32) ^ ticket.epoch;
    if (!differs)
      break;
#ifdef __CUDACC__
    __nanosleep(20);
#else
    cudaEmulation::awaitOthers();
#endif
  }
  const unsigned parts[2] = {(unsigned)words[0], (unsigned)words[1]};
  T value;
  memcpy(&value, parts, sizeof value);
  return value;
}

/// Hands \p value to all blocks of the launch that wait for \p element.
template <typename T>
__device__ static inline void sparsec_publish(sparsec_published<T> *element,
                                              T value, sparsec_ticket ticket) {
  unsigned parts[2] = {0, 0};
  unsigned long long words[2];
  memcpy(parts, &value, sizeof value);
  for (int k = 0; k < 2; k++)
    words[k] = (unsigned long long)ticket.epoch << 32 | parts[k];
#ifndef __CUDACC__
  for (unsigned k = 0; k < sizeof(T) / 4; k++)
    cudaEmulation::atomicUpdate(&element->words[k],
                                [=](unsigned long long) { return words[k]; });
  cudaEmulation::published();
#else
  if constexpr (sizeof(T) == 8)
    asm volatile("st.relaxed.gpu.global.v2.b64 [%0], {%1, %2};"
                 :
                 : "l"(element->words), "l"(words[0]), "l"(words[1])
                 : "memory");
  else
    asm volatile("st.relaxed.gpu.global.b64 [%0], %1;"
                 :
                 : "l"(element->words), "l"(words[0])
                 : "memory");
#endif
}

#endif // SPARSEC_RUNTIME_CUDA_VALUES_H
