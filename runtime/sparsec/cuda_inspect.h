//===- cuda_inspect.h - inspectors on a GPU ---------------------*- C++ -*-===//
//
/// \file
/// Memory, launches and updates of inspectors that run on the GPU. Their loops
/// are kernels with a thread per item, or run on workers (cuda_table.h).
/// Scalars come to the host one by one.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_INSPECT_H
#define SPARSEC_RUNTIME_CUDA_INSPECT_H

#include "sparsec/cuda.h"
#include "sparsec/memory.h"

/// Threads in a block of an inspector's kernel.
#define SPARSEC_GPU_THREADS 128

/// Sets *\p pointer to \p count elements on the GPU, not initialised, in words
/// of 8 bytes; to NULL when there are none. More than \p limit bytes are
/// refused.
template <typename T>
static inline int sparsec_gpu_allocate(T **pointer, const char *name,
                                       long long count, long long limit) {
  const long long bytes = sparsec_product(count, (long long)sizeof(T));
  *pointer = NULL;
  if (bytes > LLONG_MAX - 8)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "array '%s' would need more than 2^63 bytes", name);
  if (bytes > limit)
    return sparsec_fail(SPARSEC_FILL_LIMIT,
                        "array '%s' would need %lld bytes, more than the %lld "
                        "bytes that max_fill allows",
                        name, bytes, limit);
  if (bytes == 0)
    return SPARSEC_OK;
  return sparsec_cuda_status(
      name, cudaMalloc((void **)pointer, (size_t)((bytes + 7) / 8 * 8)));
}

/// The same with all bits 0.
template <typename T>
static inline int sparsec_gpu_allocate_zeroed(T **pointer, const char *name,
                                              long long count, long long limit,
                                              cudaStream_t stream) {
  const int status = sparsec_gpu_allocate(pointer, name, count, limit);
  if (status != SPARSEC_OK || !*pointer)
    return status;
  const size_t bytes = ((size_t)count * sizeof(T) + 7) / 8 * 8;
  return sparsec_cuda_status(name, cudaMemsetAsync(*pointer, 0, bytes, stream));
}

/// *\p value = *\p place, which is on the GPU, once the work before is done.
template <typename T>
static inline int sparsec_gpu_read(T *value, const T *place,
                                   cudaStream_t stream) {
  const int status = sparsec_cuda_status(
      "copy of a value",
      cudaMemcpyAsync(value, place, sizeof(T), cudaMemcpyDeviceToHost, stream));
  if (status != SPARSEC_OK)
    return status;
  return sparsec_cuda_status("inspector", cudaStreamSynchronize(stream));
}

/// Sets *\p pointer to a new element on the GPU with the value \p value.
template <typename T>
static inline int sparsec_gpu_put(T **pointer, T value, cudaStream_t stream) {
  const int status = sparsec_gpu_allocate(pointer, "a value", 1, LLONG_MAX);
  if (status != SPARSEC_OK)
    return status;
  return sparsec_cuda_status("copy of a value",
                             cudaMemcpyAsync(*pointer, &value, sizeof value,
                                             cudaMemcpyHostToDevice, stream));
}

/// Runs \p kernel with a thread for each of \p items items; their number is its
/// last argument.
template <typename... Parameters, typename... Arguments>
static inline int sparsec_launch_items(const char *name,
                                       void (*kernel)(Parameters...),
                                       long long items, cudaStream_t stream,
                                       Arguments... arguments) {
  const long long blocks =
      (items + SPARSEC_GPU_THREADS - 1) / SPARSEC_GPU_THREADS;
  return sparsec_launch(name, kernel, blocks, 1, 1, SPARSEC_GPU_THREADS, 1, 1,
                        stream, arguments..., items);
}

/// The number of the running thread in its grid, of one dimension.
__device__ static inline long long sparsec_gpu_thread(void) {
  return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

/// Raises *\p most to \p value, atomically; most threads only look.
template <typename T>
__device__ static inline void sparsec_raise(T *most, long long value) {
  if (value > (long long)*(volatile T *)most)
    sparsec_update(most, (T)value, sparsec_greatest());
}

/// *\p mark = 1, where other threads set bytes of the same word.
__device__ static inline void sparsec_mark(unsigned char *mark) {
  const unsigned long long place = (unsigned long long)mark;
  unsigned *const word = (unsigned *)(place & ~3ULL);
  const unsigned bit = 1u << (8 * (place & 3));
  if (!(*(volatile unsigned *)word & bit))
    atomicOr(word, bit);
}

#endif // SPARSEC_RUNTIME_CUDA_INSPECT_H
