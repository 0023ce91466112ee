//===- cuda_sort.h - sorting on a GPU ---------------------------*- C++ -*-===//
//
/// \file
/// Stable sorts by CUB, and sort.h on a GPU. The emulation has no CUB: there
/// the host sorts.
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

/// *\p least and *\p most: those of *\p least and of values[0 .. n).
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_find_range(const T *values, T *least, T *most, long long n) {
  const long long stride = (long long)gridDim.x * blockDim.x;
  T low = values[0], high = low;
  for (long long i = sparsec_gpu_thread(); i < n; i += stride) {
    low = sparsec_least()(low, values[i]);
    high = sparsec_greatest()(high, values[i]);
  }
  low = sparsec_combine_lanes<32>(low, sparsec_least());
  high = sparsec_combine_lanes<32>(high, sparsec_greatest());
  if (threadIdx.x % 32 == 0) {
    sparsec_update(least, low, sparsec_least());
    sparsec_update(most, high, sparsec_greatest());
  }
}

/// The least and the greatest of \p values[0 .. n), n > 0.
template <typename T>
static inline int sparsec_gpu_range(const T *values, long long n, T *least,
                                    T *most, cudaStream_t stream) {
  const long long blocks = n / 4096 < 1024 ? n / 4096 + 1 : 1024;
  T *found = NULL;
  int status = sparsec_gpu_scratch(&found, "range", 2, stream);
  for (int which = 0; which < 2; which++)
    if (status == SPARSEC_OK)
      status = sparsec_cuda_status(
          "range", cudaMemcpyAsync(found + which, values, sizeof(T),
                                   cudaMemcpyDeviceToDevice, stream));
  if (status == SPARSEC_OK)
    status = sparsec_launch("sparsec_find_range", sparsec_find_range<T>, blocks,
                            1, 1, SPARSEC_GPU_THREADS, 1, 1, stream, values,
                            found, found + 1, n);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_read(least, found, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_read(most, found + 1, stream);
  sparsec_gpu_drop(found, stream);
  return status;
}

/// The bits of numbers up to \p most.
static inline int sparsec_gpu_bits(unsigned long long most) {
  int bits = 1;
  while (bits < 64 && most >> bits)
    bits++;
  return bits;
}

/// The window of an iteration, and how far its key is from the first one, as
/// one number.
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_rank_iterations(const T *order, const long long *key,
                            long long window, long long first,
                            unsigned long long range, int descending,
                            unsigned long long *rank, T *number, long long n) {
  const long long p = sparsec_gpu_thread();
  if (p >= n)
    return;
  const unsigned long long value = (unsigned long long)key[order[p]];
  const unsigned long long from = (unsigned long long)first;
  rank[p] = (unsigned long long)(p / window) * range +
            (descending ? from - value : value - from);
  number[p] = order[p];
}

/// Sorts each window of \p window of the iterations order[0 .. n) by their
/// keys, iteration i by key[i]; those of one key keep their order.
template <typename T>
static inline int
sparsec_gpu_sort_by_key(long long n, T *order, const long long *key,
                        long long window, int descending, cudaStream_t stream) {
  unsigned long long *rank = NULL;
  T *number = NULL;
  long long least = 0, most = 0;
  if (n <= 0)
    return SPARSEC_OK;
  int status = sparsec_gpu_range(key, n, &least, &most, stream);
  const unsigned long long windows = (unsigned long long)((n - 1) / window + 1),
                           range = (unsigned long long)most -
                                   (unsigned long long)least + 1;
  if (status == SPARSEC_OK &&
      (range == 0 || range > (ULLONG_MAX >> 1) / windows))
    status =
        sparsec_fail(SPARSEC_OVERFLOW,
                     "%lld windows of keys in [%lld, %lld] are too many to "
                     "be sorted",
                     (long long)windows, least, most);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_scratch(&rank, "ranks", sparsec_product(2, n), stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_scratch(&number, "order", n, stream);
  if (status == SPARSEC_OK)
    status = sparsec_launch_items(
        "sparsec_rank_iterations", sparsec_rank_iterations<T>, n, stream,
        (const T *)order, key, window, descending ? most : least, range,
        descending, rank, number);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_sort_pairs((const unsigned long long *)rank, rank + n,
                                    (const T *)number, order, n,
                                    sparsec_gpu_bits(windows * range), stream);
  sparsec_gpu_drop(rank, stream);
  sparsec_gpu_drop(number, stream);
  return status;
}

#endif // SPARSEC_RUNTIME_CUDA_SORT_H
