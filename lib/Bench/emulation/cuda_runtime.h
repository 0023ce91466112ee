/*===- cuda_runtime.h - the CUDA that sparsec emits, on the host ----------===*\
|*
|* Included in place of NVIDIA's header, it makes a generated .cu file a C++20
|* program: kernels are functions, a launch calls them once per thread, one
|* after the other and in no useful order, so that what depends on an order
|* shows. To verify results where there is no GPU; times mean nothing.
|*
\*===----------------------------------------------------------------------===*/
#ifndef SPARSEC_EMULATION_CUDA_RUNTIME_H
#define SPARSEC_EMULATION_CUDA_RUNTIME_H

#include <cstddef>
#include <cstdlib>
#include <cstring>

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(threads)

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
};

inline thread_local dim3 threadIdx, blockIdx, blockDim, gridDim;

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
typedef struct CUstream_st *cudaStream_t;

inline thread_local cudaError_t cudaEmulationError = cudaSuccess;

inline cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaEmulationError;
  cudaEmulationError = cudaSuccess;
  return error;
}

inline const char *cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess                 ? "no error"
         : error == cudaErrorMemoryAllocation ? "out of memory"
                                              : "invalid configuration";
}

inline cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  *pointer = std::malloc(bytes);
  if (!*pointer)
    return cudaErrorMemoryAllocation;
  std::memset(*pointer, 0xa5, bytes);
  return cudaSuccess;
}

inline cudaError_t cudaFree(void *pointer) {
  std::free(pointer);
  return cudaSuccess;
}

inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                              cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}

/* The k-th of count items in an order that visits each once: neither up nor
   down. */
inline unsigned long long cudaEmulationOrder(unsigned long long k,
                                             unsigned long long count) {
  unsigned long long half = (count + 1) / 2;
  unsigned long long item = k < half ? 2 * k : 2 * (k - half) + 1;
  return count - 1 - item;
}

template <typename Kernel>
void cudaEmulate(dim3 grid, dim3 block, Kernel kernel) {
  const unsigned long long threads = 1ull * block.x * block.y * block.z;
  const unsigned long long blocks = 1ull * grid.x * grid.y * grid.z;
  if (threads == 0 || threads > 1024 || block.z > 64) {
    cudaEmulationError = cudaErrorInvalidConfiguration;
    return;
  }
  gridDim = grid;
  blockDim = block;
  for (unsigned long long k = 0; k < blocks * threads; k++) {
    const unsigned long long b = cudaEmulationOrder(k / threads, blocks);
    const unsigned long long t = cudaEmulationOrder(k % threads, threads);
    blockIdx = dim3(unsigned(b % grid.x), unsigned(b / grid.x % grid.y),
                    unsigned(b / grid.x / grid.y));
    threadIdx = dim3(unsigned(t % block.x), unsigned(t / block.x % block.y),
                     unsigned(t / block.x / block.y));
    kernel();
  }
}

#endif
