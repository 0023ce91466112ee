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

/// While one lives, temporary arrays of its thread come from a pool of memory
/// that keeps what is given back: mapping memory takes longer than most kernels
/// of an inspector. It is the device's own pool where the application has told
/// that to keep memory (cudaMemPoolAttrReleaseThreshold), else one for as long
/// as this lives. Where there are no pools, arrays come one by one.
struct sparsec_gpu_pool {
#ifdef __CUDACC__
  static cudaMemPool_t &current() {
    static thread_local cudaMemPool_t pool = NULL;
    return pool;
  }
  bool sets = false, makes = false;
  sparsec_gpu_pool() {
    cudaMemPoolProps props = {};
    unsigned long long kept = 0, all = ~0ULL;
    if (current() || cudaGetDevice(&props.location.id) != cudaSuccess)
      return;
    sets = true;
    if (cudaDeviceGetDefaultMemPool(&current(), props.location.id) !=
            cudaSuccess ||
        cudaMemPoolGetAttribute(current(), cudaMemPoolAttrReleaseThreshold,
                                &kept) != cudaSuccess)
      current() = NULL;
    (void)cudaGetLastError();
    if (!current() || kept > 0)
      return;
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    makes = cudaMemPoolCreate(&current(), &props) == cudaSuccess;
    if (makes)
      (void)cudaMemPoolSetAttribute(current(), cudaMemPoolAttrReleaseThreshold,
                                    &all);
    (void)cudaGetLastError();
  }
  ~sparsec_gpu_pool() {
    if (makes)
      (void)cudaMemPoolDestroy(current());
    if (sets)
      current() = NULL;
  }
#else
  sparsec_gpu_pool() {}
#endif
  static cudaError_t take(void **memory, size_t bytes, cudaStream_t stream) {
#ifdef __CUDACC__
    if (current())
      return cudaMallocFromPoolAsync(memory, bytes, current(), stream);
#endif
    (void)stream;
    return cudaMalloc(memory, bytes);
  }
  static void give(void *memory, cudaStream_t stream) {
#ifdef __CUDACC__
    if (current()) {
      if (memory)
        (void)cudaFreeAsync(memory, stream);
      return;
    }
#endif
    (void)stream;
    (void)cudaFree(memory);
  }
};

/// The bytes of \p count elements in words of 8 bytes, in *\p bytes. More than
/// \p limit bytes are refused.
static inline int sparsec_gpu_bytes(const char *name, long long count,
                                    size_t size, long long limit,
                                    size_t *bytes) {
  const long long product = sparsec_product(count, (long long)size);
  *bytes = 0;
  if (product > LLONG_MAX - 8)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "array '%s' would need more than 2^63 bytes", name);
  if (product > limit)
    return sparsec_fail(SPARSEC_FILL_LIMIT,
                        "array '%s' would need %lld bytes, more than the %lld "
                        "bytes that max_fill allows",
                        name, product, limit);
  *bytes = (size_t)((product + 7) / 8 * 8);
  return SPARSEC_OK;
}

/// Sets *\p pointer to \p count elements on the GPU, not initialised; to NULL
/// when there are none. More than \p limit bytes are refused.
template <typename T>
static inline int sparsec_gpu_allocate(T **pointer, const char *name,
                                       long long count, long long limit) {
  size_t bytes = 0;
  *pointer = NULL;
  const int status = sparsec_gpu_bytes(name, count, sizeof(T), limit, &bytes);
  if (status != SPARSEC_OK || bytes == 0)
    return status;
  return sparsec_cuda_status(name, cudaMalloc((void **)pointer, bytes));
}

/// The same for a temporary array, for the work that follows on \p stream.
template <typename T>
static inline int sparsec_gpu_scratch(T **pointer, const char *name,
                                      long long count, cudaStream_t stream) {
  size_t bytes = 0;
  *pointer = NULL;
  const int status =
      sparsec_gpu_bytes(name, count, sizeof(T), LLONG_MAX, &bytes);
  if (status != SPARSEC_OK || bytes == 0)
    return status;
  return sparsec_cuda_status(
      name, sparsec_gpu_pool::take((void **)pointer, bytes, stream));
}

/// Gives a temporary array back once the work on \p stream is done; or null.
static inline void sparsec_gpu_drop(void *memory, cudaStream_t stream) {
  sparsec_gpu_pool::give(memory, stream);
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

/// A temporary array with all bits 0.
template <typename T>
static inline int sparsec_gpu_scratch_zeroed(T **pointer, const char *name,
                                             long long count,
                                             cudaStream_t stream) {
  const int status = sparsec_gpu_scratch(pointer, name, count, stream);
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

/// Sets *\p pointer to a temporary element on the GPU with the value \p value.
template <typename T>
static inline int sparsec_gpu_put(T **pointer, T value, cudaStream_t stream) {
  const int status = sparsec_gpu_scratch(pointer, "a value", 1, stream);
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
