//===- cuda_instances.h - a thread per instance -----------------*- C++ -*-===//
//
/// \file
/// Loops inside items (cuda_inspect.h) whose lengths differ: instances of all
/// items are numbered, and each has a thread, which looks for its item. Long
/// rows and short ones cost the same per instance.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_INSTANCES_H
#define SPARSEC_RUNTIME_CUDA_INSTANCES_H

#include "sparsec/cuda_scan.h"

/// Sets *\p starts, a new array, to the numbers of the items' first instances,
/// and *\p instances to how many there are. \p kernel, with a thread for each
/// of \p items items, writes how many an item has to its last argument but
/// one. A difference of bounds below 0 is no item.
template <typename... Parameters, typename... Arguments>
static inline int
sparsec_gpu_starts(const char *name, void (*kernel)(Parameters...),
                   long long items, long long **starts, long long *instances,
                   cudaStream_t stream, Arguments... arguments) {
  items = items > 0 ? items : 0;
  int status =
      sparsec_gpu_scratch(starts, "instances", sparsec_sum(items, 1), stream);
  *instances = 0;
  if (status == SPARSEC_OK)
    status = sparsec_cuda_status(
        "instances",
        cudaMemsetAsync(*starts + items, 0, sizeof(long long), stream));
  if (status == SPARSEC_OK)
    status = sparsec_launch_items(name, kernel, items, stream, arguments...,
                                  *starts);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_exclusive_scan(*starts, items + 1, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_read(instances, *starts + items, stream);
  return status;
}

/// The item of \p instance, in [low, high): the last one whose first instance
/// is no later.
__device__ static inline long long sparsec_search_item(const long long *starts,
                                                       long long low,
                                                       long long high,
                                                       long long instance) {
  while (high - low > 1) {
    const long long middle = low + (high - low) / 2;
    if (starts[middle] <= instance)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/// first[b] = the item of the first instance of block b.
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_find_first_items(const long long *starts, long long items,
                             long long *first, long long blocks) {
  const long long b = sparsec_gpu_thread();
  if (b < blocks)
    first[b] = sparsec_search_item(starts, 0, items, b * SPARSEC_GPU_THREADS);
}

/// The instances of items, for a kernel with a thread per instance.
struct sparsec_instances {
  const long long *starts; ///< of each item: its first instance
  const long long *first;  ///< of each block: the item of its first instance
  long long items, blocks;
};

/// The item of \p instance, which the running thread has.
__device__ static inline long long sparsec_item_of(sparsec_instances all,
                                                   long long instance) {
  const long long b = blockIdx.x;
  return sparsec_search_item(
      all.starts, all.first[b],
      b + 1 < all.blocks ? all.first[b + 1] + 1 : all.items, instance);
}

/// Runs \p kernel with a thread for each of \p instances instances; where these
/// are and how many, are its last arguments.
template <typename... Parameters, typename... Arguments>
static inline int
sparsec_launch_instances(const char *name, void (*kernel)(Parameters...),
                         long long items, const long long *starts,
                         long long instances, cudaStream_t stream,
                         Arguments... arguments) {
  const long long blocks =
      (instances + SPARSEC_GPU_THREADS - 1) / SPARSEC_GPU_THREADS;
  long long *first = NULL;
  int status = sparsec_gpu_scratch(&first, "instances", blocks, stream);
  if (status == SPARSEC_OK)
    status = sparsec_launch_items("sparsec_find_first_items",
                                  sparsec_find_first_items, blocks, stream,
                                  starts, items, first);
  const sparsec_instances all = {starts, first, items, blocks};
  if (status == SPARSEC_OK)
    status = sparsec_launch_items(name, kernel, instances, stream, arguments...,
                                  all);
  sparsec_gpu_drop(first, stream);
  return status;
}

/// Sets *\p numbers, a new array, to the numbers of what the threads of
/// \p kernel find first, and *\p total to how much all find. \p kernel, with a
/// thread for each of \p instances instances, writes how much one finds to its
/// last argument but two.
template <typename... Parameters, typename... Arguments>
static inline int
sparsec_gpu_numbers(const char *name, void (*kernel)(Parameters...),
                    long long items, const long long *starts,
                    long long instances, long long **numbers, long long *total,
                    cudaStream_t stream, Arguments... arguments) {
  int status = sparsec_gpu_scratch(numbers, "numbers",
                                   sparsec_sum(instances, 1), stream);
  *total = 0;
  if (status == SPARSEC_OK)
    status = sparsec_cuda_status(
        "numbers",
        cudaMemsetAsync(*numbers + instances, 0, sizeof(long long), stream));
  if (status == SPARSEC_OK)
    status = sparsec_launch_instances(name, kernel, items, starts, instances,
                                      stream, arguments..., *numbers);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_exclusive_scan(*numbers, instances + 1, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_read(total, *numbers + instances, stream);
  return status;
}

/// *\p counter += \p more, or SPARSEC_OVERFLOW.
template <typename T>
static inline int sparsec_gpu_advance(T *counter, long long more) {
  const long long most = sizeof(T) == 4 ? INT_MAX : LLONG_MAX;
  if (more > most - *counter)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "%lld instances cannot be numbered by %d bytes", more,
                        (int)sizeof(T));
  *counter = (T)(*counter + more);
  return SPARSEC_OK;
}

#endif // SPARSEC_RUNTIME_CUDA_INSTANCES_H
