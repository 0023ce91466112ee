//===- cuda_table.h - arrays of workers on a GPU ----------------*- C++ -*-===//
//
/// \file
/// What C gives an array per thread, with an element for each key, of which an
/// item touches few: a table of those, which starts with zeros for each item.
/// Open addressing; a worker's table is used again for its next item.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_TABLE_H
#define SPARSEC_RUNTIME_CUDA_TABLE_H

#include "sparsec/cuda_inspect.h"

/// Bytes that the tables of all workers may take, and the most workers.
#define SPARSEC_GPU_ROOM (1LL << 30)

#define SPARSEC_GPU_WORKERS (1LL << 17)

/// The element of \c key for the item with the number \c item, from 1.
template <typename T>
struct sparsec_entry {
  long long key;
  T value;
  int item;
};

/// The elements of the item with the number \c item; \c slots is a power of two
/// above the number of keys.
template <typename T>
struct sparsec_table {
  sparsec_entry<T> *entries;
  long long slots;
  int item;
  __device__ T &operator[](long long key) const {
    const unsigned long long mixed =
        (unsigned long long)key * 0x9e3779b97f4a7c15ULL;
    long long at = (long long)(mixed >> 32) & (slots - 1);
    while (entries[at].item == item && entries[at].key != key)
      at = (at + 1) & (slots - 1);
    if (entries[at].item != item) {
      entries[at].item = item;
      entries[at].key = key;
      entries[at].value = 0;
    }
    return entries[at].value;
  }
};

/// The greatest number of uses of a table by an item: \p kernel, with a thread
/// for each of \p items items, raises its last argument but one.
template <typename... Parameters, typename... Arguments>
static inline int
sparsec_gpu_slots(const char *name, void (*kernel)(Parameters...),
                  long long items, long long *slots, cudaStream_t stream,
                  Arguments... arguments) {
  long long *most = NULL, uses = 0;
  int status = sparsec_gpu_put(&most, uses, stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_launch_items(name, kernel, items, stream, arguments..., most);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_read(&uses, most, stream);
  sparsec_gpu_drop(most, stream);
  for (*slots = 2; *slots / 2 <= uses; *slots *= 2)
    ;
  return status;
}

/// The workers for \p items items, with tables of \p bytes bytes each.
static inline long long sparsec_gpu_workers(long long items, long long bytes) {
  const long long room = SPARSEC_GPU_ROOM / bytes + 1;
  const long long most =
      room < SPARSEC_GPU_WORKERS ? room : SPARSEC_GPU_WORKERS;
  return items < most ? items : most;
}

/// Sets *\p entries, which are freed before, to empty tables.
template <typename T>
static inline int sparsec_gpu_tables(sparsec_entry<T> **entries,
                                     const char *name, long long workers,
                                     long long slots, cudaStream_t stream) {
  sparsec_gpu_drop(*entries, stream);
  return sparsec_gpu_scratch_zeroed(entries, name,
                                    sparsec_product(workers, slots), stream);
}

/// Runs \p kernel on \p workers threads, which share \p items items and have
/// tables of \p slots entries; these numbers are its last arguments.
template <typename... Parameters, typename... Arguments>
static inline int
sparsec_launch_workers(const char *name, void (*kernel)(Parameters...),
                       long long items, long long workers, long long slots,
                       cudaStream_t stream, Arguments... arguments) {
  const long long blocks =
      (workers + SPARSEC_GPU_THREADS - 1) / SPARSEC_GPU_THREADS;
  return sparsec_launch(name, kernel, blocks, 1, 1, SPARSEC_GPU_THREADS, 1, 1,
                        stream, arguments..., items, workers, slots);
}

#endif // SPARSEC_RUNTIME_CUDA_TABLE_H
