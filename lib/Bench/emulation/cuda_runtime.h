/*===- cuda_runtime.h - the CUDA that sparsec emits, on the host ----------===*\
|*
|* Included in place of NVIDIA's header, it makes a generated .cu file a C++20
|* program for one CPU: blocks run one after the other, the threads of a block
|* as fibers that wait for each other at barriers and shuffles. To verify
|* results, and that threads are ordered where they share memory, where there is
|* no GPU; times mean nothing. docs/testing.md says what is found.
|*
|* What is not here is not emulated: `extern __shared__`, __activemask() (its
|* value is the compiler's choice), cooperative groups, textures. Streams are
|* immediate: every call is done when it returns.
|*
\*===----------------------------------------------------------------------===*/
#ifndef SPARSEC_EMULATION_CUDA_RUNTIME_H
#define SPARSEC_EMULATION_CUDA_RUNTIME_H

#include "cuda_types.h"

#include <cstdlib>
#include <cstring>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __forceinline__ inline __attribute__((always_inline))
#ifndef __restrict__
#define __restrict__ __restrict
#endif
/* A block has the only storage, as blocks run one after the other. A variable
   of a function that is thread_local is static, too, also in templates, and
   lies apart from what the program has otherwise. Nothing sets it first: of
   classes g++ would do that once, under a guard of its own. */
#define __shared__ constinit thread_local

namespace cudaEmulation {

/* Of the running thread. Pure: it changes for nobody while he runs. */
[[gnu::pure]] dim3 threadIndex() noexcept;
[[gnu::pure]] dim3 blockIndex() noexcept;
[[gnu::pure]] dim3 blockSize() noexcept;
[[gnu::pure]] dim3 gridSize() noexcept;

/* What one thread runs: function(context). */
struct Body {
  void (*function)(void *context);
  void *context;
};

/* Runs `body` once per thread. A configuration that no GPU takes is left for
   cudaGetLastError(); misuse of barriers ends the program. */
void launch(const char *kernel, dim3 grid, dim3 block, Body body);

/* Host code that stands for the kernels of a library (scans, sorts) holds one
   while it touches the GPU's memory, which is an error elsewhere. */
struct DeviceScope {
  static int depth;
  DeviceScope() { ++depth; }
  ~DeviceScope() { --depth; }
  DeviceScope(const DeviceScope &) = delete;
};

/* Copies of more bytes to the host end the program: 8 while generated code runs
   that was given arrays on the GPU, where they have to stay. Kernels may not
   touch the host's memory then. */
extern size_t mostToHost;

/* While one lives, what launches get by value may come to the host. */
struct ConstantScope {
  const size_t before = mostToHost;
  ConstantScope() { mostToHost = before < 4096 ? 4096 : before; }
  ~ConstantScope() { mostToHost = before; }
  ConstantScope(const ConstantScope &) = delete;
};

cudaError_t copySymbol(void *symbol, size_t size, const void *from,
                       size_t bytes, size_t offset);

/* Lets the other threads of the block run before the running one looks again
   for what it waits for. Ends the program when none of them has published
   anything: blocks run one after the other, so that nobody ever will. */
void awaitOthers();
void published();

} // namespace cudaEmulation

#define threadIdx (cudaEmulation::threadIndex())
#define blockIdx (cudaEmulation::blockIndex())
#define blockDim (cudaEmulation::blockSize())
#define gridDim (cudaEmulation::gridSize())
constexpr int warpSize = 32;

#include "cuda_atomics.h"
#include "cuda_collectives.h"

/* The launch `name<<<grid, block>>>(...)`; `kernel` calls it. */
template <typename Kernel>
void cudaEmulate(const char *name, dim3 grid, dim3 block, Kernel kernel) {
  cudaEmulation::launch(
      name, grid, block,
      {[](void *run) { (*static_cast<Kernel *>(run))(); }, &kernel});
}

/* Memory. What cudaMalloc gives lies before a page without access, and is
   filled with a pattern; cudaFree checks what is around it. */
cudaError_t cudaMalloc(void **pointer, size_t bytes);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       cudaMemcpyKind kind);
cudaError_t cudaMemset(void *to, int value, size_t bytes);

template <typename T>
cudaError_t cudaMalloc(T **pointer, size_t bytes) {
  return cudaMalloc(reinterpret_cast<void **>(pointer), bytes);
}

template <typename T>
cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t) {
  return cudaMalloc(reinterpret_cast<void **>(pointer), bytes);
}

inline cudaError_t cudaFreeAsync(void *pointer, cudaStream_t) {
  return cudaFree(pointer);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t = nullptr);
cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes,
                            cudaStream_t = nullptr);

template <typename T>
cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t bytes,
                               size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice) {
  return cudaEmulation::copySymbol(__builtin_addressof(symbol), sizeof(T), from,
                                   bytes, offset);
}

template <typename T>
cudaError_t cudaMemcpyToSymbolAsync(T &symbol, const void *from, size_t bytes,
                                    size_t offset = 0,
                                    cudaMemcpyKind = cudaMemcpyHostToDevice,
                                    cudaStream_t = nullptr) {
  return cudaMemcpyToSymbol(symbol, from, bytes, offset);
}

/* The device. */
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t error);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute,
                                   int device);

inline cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}

/* Not CUDA's: as if the one stream's calls made a graph, from now on or no
   longer. What a graph cannot have is an error then: to wait for the GPU, to
   allocate and to free, and what fills or copies memory but on a stream. */
extern "C" void cudaEmulateCapture(int captures);

cudaError_t cudaDeviceSynchronize();
inline cudaError_t cudaStreamSynchronize(cudaStream_t) {
  return cudaDeviceSynchronize();
}

template <typename Kernel>
cudaError_t cudaFuncSetAttribute(Kernel, cudaFuncAttribute, int) {
  return cudaSuccess;
}

#endif
