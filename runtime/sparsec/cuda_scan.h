//===- cuda_scan.h - scan.h and mark.h on a GPU -----------------*- C++ -*-===//
//
/// \file
/// The same results as the functions of those names on the host, for arrays on
/// the GPU, by CUB. The emulation has no CUB: there the host scans.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_SCAN_H
#define SPARSEC_RUNTIME_CUDA_SCAN_H

#include "sparsec/cuda_inspect.h"

#ifdef __CUDACC__
#include <cub/device/device_scan.cuh>
#endif

/// Adds all of values[0 .. n) to *\p total.
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_add_up(const T *values, unsigned long long *total, long long n) {
  unsigned long long sum = 0;
  const long long stride = (long long)gridDim.x * blockDim.x;
  for (long long i = sparsec_gpu_thread(); i < n; i += stride)
    sum += (unsigned long long)values[i];
  sum = sparsec_combine_lanes<32>(sum, sparsec_add());
  if (threadIdx.x % 32 == 0)
    atomicAdd(total, sum);
}

/// Fails when the sum of \p values[0 .. n), none negative, does not fit T.
template <typename T>
static inline int sparsec_gpu_check_total(const T *values, long long n,
                                          cudaStream_t stream) {
  const long long most = sizeof(T) == 4 ? INT_MAX : LLONG_MAX;
  const long long blocks = n / 4096 < 1024 ? n / 4096 + 1 : 1024;
  unsigned long long *total = NULL, sum = 0;
  int status = sparsec_gpu_put(&total, sum, stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_launch("sparsec_add_up", sparsec_add_up<T>, blocks, 1, 1,
                       SPARSEC_GPU_THREADS, 1, 1, stream, values, total, n);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_read(&sum, total, stream);
  sparsec_gpu_drop(total, stream);
  if (status == SPARSEC_OK && sum > (unsigned long long)most)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "a prefix sum over %lld counts does not fit its type",
                        n);
  return status;
}

/// Scans \p values[0 .. n) in place, with \p room bytes at \p space; only sets
/// \p room where \p space is null.
template <typename T>
static inline int sparsec_gpu_scan_in(void *space, size_t *room, T *values,
                                      long long n, int exclusive,
                                      cudaStream_t stream) {
#ifdef __CUDACC__
  const cudaError_t error =
      exclusive ? cub::DeviceScan::ExclusiveSum(space, *room, values, values, n,
                                                stream)
                : cub::DeviceScan::InclusiveSum(space, *room, values, values, n,
                                                stream);
  return sparsec_cuda_status("prefix sum", error);
#else
  const cudaEmulation::DeviceScope scope;
  T sum = 0;
  *room = 1;
  (void)stream;
  for (long long i = 0; space && i < n; i++) {
    const T value = values[i];
    values[i] = exclusive ? sum : (T)(sum + value);
    sum = (T)(sum + value);
  }
  return SPARSEC_OK;
#endif
}

/// Scans \p values[0 .. n), none of which is negative, in place.
template <typename T>
static inline int sparsec_gpu_scan(T *values, long long n, int exclusive,
                                   cudaStream_t stream) {
  size_t room = 0;
  char *space = NULL;
  if (n <= 0)
    return SPARSEC_OK;
  int status = sparsec_gpu_check_total(values, n, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_scan_in(NULL, &room, values, n, exclusive, stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_gpu_scratch(&space, "prefix sum", (long long)room + 1, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_scan_in(space, &room, values, n, exclusive, stream);
  sparsec_gpu_drop(space, stream);
  return status;
}

/// Each of \p values[0 .. n) becomes the sum of those before it.
template <typename T>
static inline int sparsec_gpu_exclusive_scan(T *values, long long n,
                                             cudaStream_t stream) {
  return sparsec_gpu_scan(values, n, 1, stream);
}

/// Each of \p values[0 .. n) becomes the sum of those up to it.
template <typename T>
static inline int sparsec_gpu_inclusive_scan(T *values, long long n,
                                             cudaStream_t stream) {
  return sparsec_gpu_scan(values, n, 0, stream);
}

template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_count_marks(const unsigned char *marked, T *slot, long long n) {
  const long long k = sparsec_gpu_thread();
  if (k < n)
    slot[k] = marked[k];
}

/// Sets slot[k] to the number of marked keys before k for each k in [0, n), and
/// *\p count to how many there are.
template <typename T>
static inline int sparsec_gpu_number_marked(const unsigned char *marked,
                                            long long n, T *slot, T *count,
                                            cudaStream_t stream) {
  unsigned char mark = 0;
  *count = 0;
  if (n <= 0)
    return SPARSEC_OK;
  int status = sparsec_launch_items(
      "sparsec_count_marks", sparsec_count_marks<T>, n, stream, marked, slot);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_exclusive_scan(slot, n, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_read(&mark, marked + n - 1, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_read(count, slot + n - 1, stream);
  *count = (T)(*count + mark);
  return status;
}

template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_list_marks(const unsigned char *marked, const T *slot,
                       long long first, T *key, long long n) {
  const long long k = sparsec_gpu_thread();
  if (k < n && marked[k])
    key[slot[k]] = (T)(first + k);
}

/// key[0], key[1], … = first + k for the marked k in [0, n), ascending.
template <typename T>
static inline int sparsec_gpu_collect_marked(const unsigned char *marked,
                                             long long n, long long first,
                                             T *key, cudaStream_t stream) {
  T *slot = NULL, count = 0;
  int status = sparsec_gpu_scratch(&slot, "numbers of keys", n, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_number_marked(marked, n, slot, &count, stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_launch_items("sparsec_list_marks", sparsec_list_marks<T>, n,
                             stream, marked, (const T *)slot, first, key);
  sparsec_gpu_drop(slot, stream);
  return status;
}

/// Moves values[root] down the heap values[0 .. n).
template <typename T>
__device__ static inline void sparsec_gpu_sift_down(T *values, T root, T n) {
  const T value = values[root];
  for (T child; root < n / 2; root = child) {
    child = 2 * root + 1;
    if (child + 1 < n && values[child] < values[child + 1])
      child++;
    if (values[child] <= value)
      break;
    values[root] = values[child];
  }
  values[root] = value;
}

/// Sorts key[offset[s] .. offset[s + 1]) upwards: one thread per segment.
template <typename T>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_sort_each(T *key, const T *offset, long long n_segments) {
  const long long s = sparsec_gpu_thread();
  if (s >= n_segments)
    return;
  T *const values = key + offset[s];
  const T n = offset[s + 1] - offset[s];
  for (T root = n / 2; root-- > 0;)
    sparsec_gpu_sift_down(values, root, n);
  for (T end = n - 1; end > 0; end--) {
    const T last = values[end];
    values[end] = values[0];
    values[0] = last;
    sparsec_gpu_sift_down(values, (T)0, end);
  }
}

/// Sorts key[offset[s] .. offset[s + 1]) upwards for each segment s in [0, n).
template <typename T>
static inline int sparsec_gpu_sort_segments(T *key, const T *offset,
                                            long long n, cudaStream_t stream) {
  return sparsec_launch_items("sparsec_sort_each", sparsec_sort_each<T>, n,
                              stream, key, offset);
}

#endif // SPARSEC_RUNTIME_CUDA_SCAN_H
