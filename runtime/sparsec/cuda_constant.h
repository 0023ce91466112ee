//===- cuda_constant.h - small arrays as parameters of kernels --*- C++ -*-===//
#ifndef SPARSEC_RUNTIME_CUDA_CONSTANT_H
#define SPARSEC_RUNTIME_CUDA_CONSTANT_H

#include "sparsec/cuda.h"

#include <stdlib.h>
#include <string.h>

/// Whether \p bytes bytes of \p name fit into \p most, or SPARSEC_FILL_LIMIT.
static inline int sparsec_check_constant(const char *name, long long bytes,
                                         long long most) {
  if (bytes <= most)
    return SPARSEC_OK;
  return sparsec_fail(SPARSEC_FILL_LIMIT,
                      "'%s' has %lld bytes, more than the %lld that the recipe "
                      "has room for in constant memory",
                      name, bytes, most);
}

/// At most \p most elements that a kernel gets by value: they lie in the
/// constant memory of the GPU, and each launch has its own.
template <typename T, int most>
struct sparsec_constant {
  T elements[most];
  /// From the \p bytes first bytes of \p host, no more than there is room for.
  sparsec_constant(const T *host, long long bytes) : elements() {
    if (bytes > 0)
      memcpy(elements, host, (size_t)bytes);
  }
  __device__ const T &operator[](long long k) const { return elements[k]; }
};

/// Copies the \p bytes bytes of \p array, which \p stream has made, to *\p
/// host, which is allocated when it is null. They were found to be few.
template <typename T>
static inline int sparsec_constant_from_gpu(T **host, const T *array,
                                            const char *name, long long bytes,
                                            cudaStream_t stream) {
#ifndef __CUDACC__
  const cudaEmulation::ConstantScope scope;
#endif
  if (bytes <= 0)
    return SPARSEC_OK;
  if (!*host)
    *host = (T *)malloc((size_t)bytes);
  if (!*host)
    return sparsec_fail(SPARSEC_NO_MEMORY, "out of memory: array '%s'", name);
  int status = sparsec_cuda_status(
      name, cudaMemcpyAsync(*host, array, (size_t)bytes, cudaMemcpyDeviceToHost,
                            stream));
  if (status == SPARSEC_OK)
    status = sparsec_cuda_status(name, cudaStreamSynchronize(stream));
  return status;
}

#endif // SPARSEC_RUNTIME_CUDA_CONSTANT_H
