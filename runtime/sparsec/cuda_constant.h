//===- cuda_constant.h - small arrays as parameters of kernels --*- C++ -*-===//
#ifndef SPARSEC_RUNTIME_CUDA_CONSTANT_H
#define SPARSEC_RUNTIME_CUDA_CONSTANT_H

#include "sparsec/error.h"

#include <string.h>

#include <cuda_runtime.h>

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

#endif // SPARSEC_RUNTIME_CUDA_CONSTANT_H
