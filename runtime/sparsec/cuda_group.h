//===- cuda_group.h - group.h on a GPU --------------------------*- C++ -*-===//
//
/// \file
/// The same results as the functions of those names on the host: instances are
/// sorted by group, or by group and key, stably; entries are counted along that
/// order.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_GROUP_H
#define SPARSEC_RUNTIME_CUDA_GROUP_H

#include "sparsec/cuda_sort.h"

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

/// offset[g] = the number of entries before the first sorted record that is no
/// less than g * range, g in [0, n_offsets); of groups alone where range is 1.
template <typename K, typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_find_offsets(const K *record, const T *entry, T n, K range,
                         T *offset, long long n_offsets) {
  const long long g = sparsec_gpu_thread();
  T low = 0, high = n;
  if (g >= n_offsets)
    return;
  while (low < high) {
    const T middle = low + (high - low) / 2;
    if (record[middle] < (K)g * range)
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
                                    order, n, (int)sizeof(T) * 8, stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_launch_items("sparsec_find_entries", sparsec_find_entries<T>, n,
                             stream, (const T *)slot, order, entry);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_inclusive_scan(entry, n, stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_launch_items("sparsec_find_offsets", sparsec_find_offsets<T, T>,
                             (long long)n_groups + 1, stream, (const T *)group,
                             (const T *)entry, n, (T)1, offset);
  if (status == SPARSEC_OK)
    status = sparsec_launch_items("sparsec_place_instances",
                                  sparsec_place_instances<T>, n, stream, order,
                                  entry, slot);
  return status;
}

/// SPARSEC_OVERFLOW where groups have no numbers of type \p T.
template <typename T>
static inline int sparsec_gpu_count(long long groups) {
  if ((T)groups == groups)
    return SPARSEC_OK;
  return sparsec_fail(SPARSEC_OVERFLOW,
                      "%lld groups of entries do not fit their type", groups);
}

/// Gives \p n instances their entries, group by group and within a group in
/// the order of the instances; slot[i] is a group, or -1 - group where the
/// instance joins the entry that was opened last in the group.
template <typename T>
static inline int sparsec_gpu_group(T n, T *slot, long long groups, T *offset,
                                    cudaStream_t stream) {
  T *spare = NULL;
  int status = sparsec_gpu_count<T>(groups);
  if (status == SPARSEC_OK)
    status =
        sparsec_gpu_scratch(&spare, "groups", sparsec_product(4, n), stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_group_in(n, slot, (T)groups, offset, spare, stream);
  sparsec_gpu_drop(spare, stream);
  return status;
}

/// Group and key of an instance as one number.
template <typename T>
__device__ static inline unsigned long long
sparsec_record(T group, T key, T least, unsigned long long range) {
  return (unsigned long long)group * range +
         ((unsigned long long)key - (unsigned long long)least);
}

/// Whether an instance differs from the one before it: those that do not, as
/// neighbours in blocks do, need not be sorted.
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_find_runs(const T *group, const T *key, T *run, long long n) {
  const long long i = sparsec_gpu_thread();
  if (i < n)
    run[i] = i == 0 || group[i] != group[i - 1] || key[i] != key[i - 1];
}

/// The record and the number of each run, where \p run counts runs.
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_list_runs(const T *group, const T *key, const T *run, T least,
                      unsigned long long range, unsigned long long *record,
                      T *number, long long n) {
  const long long i = sparsec_gpu_thread();
  if (i >= n || (i > 0 && run[i] == run[i - 1]))
    return;
  const T r = run[i] - 1;
  record[r] = sparsec_record(group[i], key[i], least, range);
  number[r] = r;
}

/// Whether a sorted record is the first one of its value.
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_find_records(const unsigned long long *record, T *entry,
                         long long n) {
  const long long p = sparsec_gpu_thread();
  if (p < n)
    entry[p] = p == 0 || record[p] != record[p - 1];
}

/// The entry of each run, and the key of each entry.
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_place_runs(const unsigned long long *record, const T *order,
                       const T *entry, T least, unsigned long long range,
                       T *entry_of, T *key, long long n) {
  const long long p = sparsec_gpu_thread();
  if (p >= n)
    return;
  entry_of[order[p]] = entry[p] - 1;
  if (p == 0 || record[p] != record[p - 1])
    key[entry[p] - 1] = (T)(record[p] % range + (unsigned long long)least);
}

/// The entry of each instance.
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_place_in_runs(const T *run, const T *entry_of, T *slot,
                          long long n) {
  const long long i = sparsec_gpu_thread();
  if (i < n)
    slot[i] = entry_of[run[i] - 1];
}

/// What sparsec_gpu_group_by_key works on: keys in [least, least + range).
template <typename T>
struct sparsec_grouping {
  T n, *slot, *key, n_groups, *offset, least;
  unsigned long long range;
  T *run; ///< n: the number of runs up to an instance
  T runs; ///< how many runs there are
  T *number, *order, *entry, *entry_of; ///< a number per run
  unsigned long long *record, *sorted;  ///< per run
};

/// Counts and lists the runs; their arrays are made in between.
template <typename T>
static inline int sparsec_gpu_group_runs(sparsec_grouping<T> *g,
                                         cudaStream_t stream) {
  int status = sparsec_gpu_scratch(&g->run, "runs", g->n, stream);
  if (status == SPARSEC_OK)
    status = sparsec_launch_items("sparsec_find_runs", sparsec_find_runs<T>,
                                  g->n, stream, g->slot, g->key, g->run);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_inclusive_scan(g->run, g->n, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_read(&g->runs, g->run + g->n - 1, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_scratch(&g->record, "records",
                                 sparsec_product(2, g->runs), stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_scratch(&g->number, "groups",
                                 sparsec_product(4, g->runs), stream);
  if (status != SPARSEC_OK)
    return status;
  g->sorted = g->record + g->runs;
  g->order = g->number + g->runs;
  g->entry = g->order + g->runs;
  g->entry_of = g->entry + g->runs;
  return sparsec_launch_items("sparsec_list_runs", sparsec_list_runs<T>, g->n,
                              stream, g->slot, g->key, g->run, g->least,
                              g->range, g->record, g->number);
}

/// Sorts the runs and gives them their entries.
template <typename T>
static inline int sparsec_gpu_sort_runs(const sparsec_grouping<T> *g,
                                        cudaStream_t stream) {
  const unsigned long long *const sorted = g->sorted;
  const int bits = sparsec_gpu_bits((unsigned long long)g->n_groups * g->range);
  int status = sparsec_gpu_sort_pairs((const unsigned long long *)g->record,
                                      g->sorted, (const T *)g->number, g->order,
                                      g->runs, bits, stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_launch_items("sparsec_find_records", sparsec_find_records<T>,
                             g->runs, stream, sorted, g->entry);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_inclusive_scan(g->entry, g->runs, stream);
  if (status == SPARSEC_OK)
    status = sparsec_launch_items(
        "sparsec_find_offsets", sparsec_find_offsets<unsigned long long, T>,
        (long long)g->n_groups + 1, stream, sorted, (const T *)g->entry,
        g->runs, g->range, g->offset);
  if (status == SPARSEC_OK)
    status = sparsec_launch_items("sparsec_place_runs", sparsec_place_runs<T>,
                                  g->runs, stream, sorted, (const T *)g->order,
                                  (const T *)g->entry, g->least, g->range,
                                  g->entry_of, g->key);
  if (status == SPARSEC_OK)
    status = sparsec_launch_items(
        "sparsec_place_in_runs", sparsec_place_in_runs<T>, g->n, stream,
        (const T *)g->run, (const T *)g->entry_of, g->slot);
  return status;
}

/// Gives \p n instances their entries: those of one group, slot[i], and one key
/// share an entry, ascending in the key; key[e] becomes the key of entry e.
template <typename T>
static inline int sparsec_gpu_group_by_key(T n, T *slot, T *key,
                                           long long groups, T *offset,
                                           cudaStream_t stream) {
  const T n_groups = (T)groups;
  sparsec_grouping<T> g = {};
  T most = 0;
  int status = sparsec_gpu_count<T>(groups);
  if (status != SPARSEC_OK)
    return status;
  if (n <= 0)
    return sparsec_cuda_status(
        "groups",
        cudaMemsetAsync(offset, 0, ((size_t)n_groups + 1) * sizeof(T), stream));
  g.n = n;
  g.slot = slot;
  g.key = key;
  g.n_groups = n_groups;
  g.offset = offset;
  status = sparsec_gpu_range((const T *)key, n, &g.least, &most, stream);
  g.range = (unsigned long long)most - (unsigned long long)g.least + 1;
  if (status == SPARSEC_OK && g.range > (ULLONG_MAX >> 1) / (size_t)n_groups)
    status =
        sparsec_fail(SPARSEC_OVERFLOW,
                     "%lld groups of keys in [%lld, %lld] are too many to "
                     "be sorted",
                     (long long)n_groups, (long long)g.least, (long long)most);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_group_runs(&g, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_sort_runs(&g, stream);
  sparsec_gpu_drop(g.run, stream);
  sparsec_gpu_drop(g.record, stream);
  sparsec_gpu_drop(g.number, stream);
  return status;
}

template <typename T, typename U>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_copy_keys(const T *key, U *index, long long n) {
  const long long e = sparsec_gpu_thread();
  if (e < n)
    index[e] = (U)key[e];
}

/// index[e] = key[e], which fits, for e in [0, n).
template <typename T, typename U>
static inline int sparsec_gpu_list_keys(const T *key, long long n, U *index,
                                        cudaStream_t stream) {
  return sparsec_launch_items("sparsec_copy_keys", sparsec_copy_keys<T, U>, n,
                              stream, key, index);
}

#endif // SPARSEC_RUNTIME_CUDA_GROUP_H
