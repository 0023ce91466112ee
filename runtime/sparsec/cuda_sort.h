//===- cuda_sort.h - sorting on a GPU ---------------------------*- C++ -*-===//
//
/// \file
/// Stable sorts by CUB. The emulation has no CUB: there the host sorts.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_SORT_H
#define SPARSEC_RUNTIME_CUDA_SORT_H

#include "sparsec/cuda_scan.h"

#ifdef __CUDACC__
#include <cub/device/device_radix_sort.cuh>
#else
#include <algorithm>
#endif

/// Sorts \p n pairs by the lowest \p bits bits of the key, stably, with \p room
/// bytes at \p space; only sets \p room where \p space is null.
template <typename K, typename T>
static inline int sparsec_gpu_sort_in(void *space, size_t *room, const K *key,
                                      K *sorted, const T *value, T *order,
                                      long long n, int bits,
                                      cudaStream_t stream) {
#ifdef __CUDACC__
  return sparsec_cuda_status(
      "sort", cub::DeviceRadixSort::SortPairs(space, *room, key, sorted, value,
                                              order, n, 0, bits, stream));
#else
  const cudaEmulation::DeviceScope scope;
  T *const place = (T *)space;
  *room = (size_t)n * sizeof(T);
  (void)bits;
  (void)stream;
  if (!space)
    return SPARSEC_OK;
  for (long long p = 0; p < n; p++)
    place[p] = (T)p;
  std::stable_sort(place, place + n, [&](T a, T b) { return key[a] < key[b]; });
  for (long long p = 0; p < n; p++) {
    sorted[p] = key[place[p]];
    order[p] = value[place[p]];
  }
  return SPARSEC_OK;
#endif
}

/// The pairs of \p key and \p value by key, stably, in \p sorted and \p order.
/// No key has more than \p bits bits.
template <typename K, typename T>
static inline int sparsec_gpu_sort_pairs(const K *key, K *sorted,
                                         const T *value, T *order, long long n,
                                         int bits, cudaStream_t stream) {
  size_t room = 0;
  char *space = NULL;
  int status = sparsec_gpu_sort_in(NULL, &room, key, sorted, value, order, n,
                                   bits, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_scratch(&space, "sort", (long long)room + 1, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_sort_in(space, &room, key, sorted, value, order, n,
                                 bits, stream);
  sparsec_gpu_drop(space, stream);
  return status;
}

#endif // SPARSEC_RUNTIME_CUDA_SORT_H
