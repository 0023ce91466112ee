//===- cuda_group.h - group.h on a GPU --------------------------*- C++ -*-===//
//
/// \file
/// The same results as the functions of those names on the host: instances are
/// sorted by group, stably, by CUB; entries are counted along that order. The
/// emulation has no CUB: there the host sorts.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_GROUP_H
#define SPARSEC_RUNTIME_CUDA_GROUP_H

#include "sparsec/cuda_scan.h"

#ifdef __CUDACC__
#include <cub/device/device_radix_sort.cuh>
#else
#include <algorithm>
#endif

/// Sorts \p n pairs by key, stably, with \p room bytes at \p space; only sets
/// \p room where \p space is null.
template <typename T>
static inline int sparsec_gpu_sort_in(void *space, size_t *room, const T *key,
                                      T *sorted, const T *value, T *order,
                                      long long n, cudaStream_t stream) {
#ifdef __CUDACC__
  return sparsec_cuda_status(
      "sort",
      cub::DeviceRadixSort::SortPairs(space, *room, key, sorted, value, order,
                                      n, 0, (int)sizeof(T) * 8, stream));
#else
  const cudaEmulation::DeviceScope scope;
  T *const place = (T *)space;
  *room = (size_t)n * sizeof(T);
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
template <typename T>
static inline int sparsec_gpu_sort_pairs(const T *key, T *sorted,
                                         const T *value, T *order, long long n,
                                         cudaStream_t stream) {
  size_t room = 0;
  char *space = NULL;
  int status =
      sparsec_gpu_sort_in(NULL, &room, key, sorted, value, order, n, stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_gpu_allocate(&space, "sort", (long long)room + 1, LLONG_MAX);
  if (status == SPARSEC_OK)
    status =
        sparsec_gpu_sort_in(space, &room, key, sorted, value, order, n, stream);
  (void)cudaFree(space);
  return status;
}

/// The numbers of the instances and their groups.
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_take_groups(const T *slot, T *number, T *group, long long n) {
  const long long i = sparsec_gpu_thread();
  if (i >= n)
    return;
  number[i] = (T)i;
  group[i] = slot[i] < 0 ? -1 - slot[i] : slot[i];
}

/// Whether an instance of the sorted ones opens an entry.
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_find_entries(const T *slot, const T *order, T *entry, long long n) {
  const long long p = sparsec_gpu_thread();
  if (p < n)
    entry[p] = slot[order[p]] >= 0;
}

/// offset[g] = the number of entries in groups before g, g in [0, n_offsets).
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_find_offsets(const T *group, const T *entry, T n, T *offset,
                         long long n_offsets) {
  const long long g = sparsec_gpu_thread();
  T low = 0, high = n;
  if (g >= n_offsets)
    return;
  while (low < high) {
    const T middle = low + (high - low) / 2;
    if (group[middle] < g)
      low = middle + 1;
    else
      high = middle;
  }
  offset[g] = low > 0 ? entry[low - 1] : 0;
}

template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_place_instances(const T *order, const T *entry, T *slot,
                            long long n) {
  const long long p = sparsec_gpu_thread();
  if (p < n)
    slot[order[p]] = entry[p] - 1;
}

/// sparsec_gpu_group with room for 4 * n elements at \p spare.
template <typename T>
static inline int sparsec_gpu_group_in(T n, T *slot, T n_groups, T *offset,
                                       T *spare, cudaStream_t stream) {
  T *const number = spare, *const order = number + n, *const group = order + n,
           *const entry = group + n;
  int status =
      sparsec_launch_items("sparsec_take_groups", sparsec_take_groups<T>, n,
                           stream, (const T *)slot, number, entry);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_sort_pairs((const T *)entry, group, (const T *)number,
                                    order, n, stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_launch_items("sparsec_find_entries", sparsec_find_entries<T>, n,
                             stream, (const T *)slot, order, entry);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_inclusive_scan(entry, n, stream);
  if (status == SPARSEC_OK)
    status = sparsec_launch_items(
        "sparsec_find_offsets", sparsec_find_offsets<T>,
        (long long)n_groups + 1, stream, group, entry, n, offset);
  if (status == SPARSEC_OK)
    status = sparsec_launch_items("sparsec_place_instances",
                                  sparsec_place_instances<T>, n, stream, order,
                                  entry, slot);
  return status;
}

/// Gives \p n instances their entries, group by group and within a group in
/// the order of the instances; slot[i] is a group, or -1 - group where the
/// instance joins the entry that was opened last in the group.
template <typename T>
static inline int sparsec_gpu_group(T n, T *slot, T n_groups, T *offset,
                                    cudaStream_t stream) {
  T *spare = NULL;
  int status =
      sparsec_gpu_allocate(&spare, "groups", sparsec_product(4, n), LLONG_MAX);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_group_in(n, slot, n_groups, offset, spare, stream);
  (void)cudaFree(spare);
  return status;
}

#endif // SPARSEC_RUNTIME_CUDA_GROUP_H
