//===- cuda.h - copies, launches and arithmetic of CUDA output --*- C++ -*-===//
//
/// \file
/// What generated CUDA code needs on the host, and the integer functions of
/// math.h for kernels. C++17.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_H
#define SPARSEC_RUNTIME_CUDA_H

#include "sparsec/error.h"

#include <cuda_runtime.h>

/// SPARSEC_OK, or a status with the text of CUDA's \p error in \p what. CUDA
/// remembers the error of a call until it is asked; a later launch would tell
/// it as its own.
static inline int sparsec_cuda_status(const char *what, cudaError_t error) {
  if (error == cudaSuccess)
    return SPARSEC_OK;
  (void)cudaGetLastError();
  if (error == cudaErrorMemoryAllocation)
    return sparsec_fail(SPARSEC_NO_MEMORY, "%s: out of memory on the GPU",
                        what);
  return sparsec_fail(SPARSEC_CUDA_ERROR, "%s: CUDA says '%s'", what,
                      cudaGetErrorString(error));
}

/// Copies \p bytes bytes of \p host to *\p gpu, which is allocated when it is
/// null.
template <typename T>
static inline int sparsec_to_gpu(T **gpu, const T *host, const char *name,
                                 long long bytes) {
  if (bytes <= 0)
    return SPARSEC_OK;
  if (!*gpu) {
    const int status =
        sparsec_cuda_status(name, cudaMalloc((void **)gpu, (size_t)bytes));
    if (status != SPARSEC_OK)
      return status;
  }
  return sparsec_cuda_status(
      name, cudaMemcpy(*gpu, host, (size_t)bytes, cudaMemcpyHostToDevice));
}

/// Copies \p bytes bytes of \p gpu to \p host, once all work is done.
template <typename T>
static inline int sparsec_from_gpu(T *host, const T *gpu, long long bytes) {
  if (bytes <= 0)
    return SPARSEC_OK;
  return sparsec_cuda_status(
      "copy of results",
      cudaMemcpy(host, gpu, (size_t)bytes, cudaMemcpyDeviceToHost));
}

/// Runs \p kernel on \p bx * \p by * \p bz blocks of \p tx * \p ty * \p tz
/// threads; does nothing when there are no blocks.
template <typename... Parameters, typename... Arguments>
static inline int
sparsec_launch(const char *name, void (*kernel)(Parameters...), long long bx,
               long long by, long long bz, unsigned tx, unsigned ty,
               unsigned tz, cudaStream_t stream, Arguments... arguments) {
  if (bx <= 0 || by <= 0 || bz <= 0)
    return SPARSEC_OK;
  if (bx > 2147483647 || by > 65535 || bz > 65535)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "kernel '%s' would need %lld x %lld x %lld blocks, "
                        "more than a GPU takes",
                        name, bx, by, bz);
  const dim3 grid((unsigned)bx, (unsigned)by, (unsigned)bz);
  const dim3 block(tx, ty, tz);
#ifdef __CUDACC__
  kernel<<<grid, block, 0, stream>>>(arguments...);
#else
  (void)stream; // host code runs at once
  cudaEmulate(name, grid, block, [&] { kernel(arguments...); });
#endif
  return sparsec_cuda_status(name, cudaGetLastError());
}

__device__ static inline long long sparsec_gpu_min(long long a, long long b) {
  return a < b ? a : b;
}

__device__ static inline long long sparsec_gpu_max(long long a, long long b) {
  return a > b ? a : b;
}

/// \p a / \p b rounded towards minus infinity; \p b > 0.
__device__ static inline long long sparsec_gpu_floord(long long a,
                                                      long long b) {
  return a / b - (a % b < 0);
}

/// The remainder of sparsec_gpu_floord, in [0, b); \p b > 0.
__device__ static inline long long sparsec_gpu_mod(long long a, long long b) {
  return a % b + (a % b < 0 ? b : 0);
}

__device__ static inline int sparsec_gpu_min_int(int a, int b) {
  return a < b ? a : b;
}

__device__ static inline int sparsec_gpu_max_int(int a, int b) {
  return a > b ? a : b;
}

/// \p a / \p b rounded towards minus infinity; \p b > 0.
__device__ static inline int sparsec_gpu_floord_int(int a, int b) {
  return a / b - (a % b < 0);
}

/// The remainder of sparsec_gpu_floord_int, in [0, b); \p b > 0.
__device__ static inline int sparsec_gpu_mod_int(int a, int b) {
  return a % b + (a % b < 0 ? b : 0);
}

/// Operators of reductions.
struct sparsec_add {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};

struct sparsec_multiply {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a * b;
  }
};

struct sparsec_and {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a & b;
  }
};

struct sparsec_or {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a | b;
  }
};

struct sparsec_xor {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a ^ b;
  }
};

/// `if (b < a) a = b`: a NaN in b is passed over.
struct sparsec_least {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};

struct sparsec_greatest {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return b > a ? b : a;
  }
};

/// C's fmin: the other one where one is a NaN.
struct sparsec_fmin {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return b < a || a != a ? b : a;
  }
};

struct sparsec_fmax {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return b > a || a != a ? b : a;
  }
};

/// The value of the thread that is \p distance further in \p lanes threads.
template <typename T>
__device__ static inline T sparsec_shuffle_down(unsigned group, T value,
                                                int distance, int lanes) {
  return __shfl_down_sync(group, value, distance, lanes);
}

/// The value of the thread whose number in its \p lanes threads differs in the
/// bit \p distance.
template <typename T>
__device__ static inline T sparsec_shuffle_xor(unsigned group, T value,
                                               int distance, int lanes) {
  return __shfl_xor_sync(group, value, distance, lanes);
}

/// \p count values in shared memory. One object: g++, which emulates CUDA,
/// guards arrays of objects with constructors.
template <typename T, int count>
struct sparsec_shared_values {
  T at[count];
};

/// The number of a thread in its block.
__device__ static inline unsigned sparsec_thread_of_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/// The bits of the \p lanes threads of a warp that \p thread is one of, each
/// \p stride threads behind the one before.
template <int lanes, int stride = 1>
__device__ static inline unsigned sparsec_lanes_of(unsigned thread) {
  unsigned group = 0;
  for (int lane = 0; lane < lanes; lane++)
    group |= 1u << (lane * stride);
  const unsigned all = lanes * stride;
  return group << (thread % 32 / all * all + thread % stride);
}

/// The value of all of \p lanes threads of a warp combined, in the first of
/// them. They are neighbours, or \p stride threads apart where the block's
/// dimensions before theirs have as many; both numbers are powers of two, their
/// product is 32 at most. Threads of other groups need not take part.
template <int lanes, int stride = 1, typename T, typename Op>
__device__ static inline T sparsec_combine_lanes(T value, Op op) {
  const unsigned group =
      sparsec_lanes_of<lanes, stride>(sparsec_thread_of_block());
  for (int distance = lanes / 2 * stride; distance >= stride; distance /= 2)
    value =
        op(value, sparsec_shuffle_down(group, value, distance, lanes * stride));
  return value;
}

/// The same in all of the threads: two that exchange values combine them in one
/// order, so that all bits are equal, those of sparsec_combine_lanes.
template <int lanes, int stride = 1, typename T, typename Op>
__device__ static inline T sparsec_combine_lanes_for_all(T value, Op op) {
  const unsigned thread = sparsec_thread_of_block();
  const unsigned group = sparsec_lanes_of<lanes, stride>(thread);
  for (int distance = lanes / 2 * stride; distance >= stride; distance /= 2) {
    const T other = sparsec_shuffle_xor(group, value, distance, lanes * stride);
    value = thread & (unsigned)distance ? op(other, value) : op(value, other);
  }
  return value;
}

/// The value of all threads of a block, a multiple of 32 in one dimension, in
/// the first of them.
template <int threads, typename T, typename Op>
__device__ static inline T sparsec_combine_block(T value, Op op) {
  __shared__ sparsec_shared_values<T, threads / 32> parts;
  const unsigned thread = sparsec_thread_of_block();
  value = sparsec_combine_lanes<32>(value, op);
  if (thread % 32 == 0)
    parts.at[thread / 32] = value;
  __syncthreads();
  if (thread == 0)
    for (int warp = 1; warp < threads / 32; warp++)
      value = op(value, parts.at[warp]);
  __syncthreads();
  return value;
}

/// The same in all of the threads, with equal bits.
template <int threads, typename T, typename Op>
__device__ static inline T sparsec_combine_block_for_all(T value, Op op) {
  __shared__ sparsec_shared_values<T, threads / 32> parts;
  const unsigned thread = sparsec_thread_of_block();
  value = sparsec_combine_lanes<32>(value, op);
  if (thread % 32 == 0)
    parts.at[thread / 32] = value;
  __syncthreads();
  value = parts.at[0];
  for (int warp = 1; warp < threads / 32; warp++)
    value = op(value, parts.at[warp]);
  __syncthreads();
  return value;
}

/// The unsigned integer of a size, as atomicCAS knows it.
template <int bytes>
struct sparsec_word;
template <>
struct sparsec_word<4> {
  typedef unsigned type;
};
template <>
struct sparsec_word<8> {
  typedef unsigned long long type;
};

/// *target = op(*target, value), atomically; 4 or 8 bytes.
template <typename T, typename U, typename Op>
__device__ static inline void sparsec_update(T *target, U value, Op op) {
  typedef typename sparsec_word<sizeof(T)>::type word;
  word *const address = (word *)target;
  word seen = *(volatile word *)address, assumed;
  do {
    assumed = seen;
    T now;
    memcpy(&now, &assumed, sizeof(T));
    now = op(now, (T)value);
    word next;
    memcpy(&next, &now, sizeof(T));
    seen = atomicCAS(address, assumed, next);
  } while (seen != assumed);
}
template <typename U>
__device__ static inline void sparsec_update(double *target, U value,
                                             sparsec_add) {
  atomicAdd(target, (double)value);
}
template <typename U>
__device__ static inline void sparsec_update(float *target, U value,
                                             sparsec_add) {
  atomicAdd(target, (float)value);
}
template <typename U>
__device__ static inline void sparsec_update(int *target, U value,
                                             sparsec_add) {
  atomicAdd(target, (int)value);
}
template <typename U>
__device__ static inline void sparsec_update(int *target, U value,
                                             sparsec_greatest) {
  atomicMax(target, (int)value);
}
template <typename U>
__device__ static inline void sparsec_update(long long *target, U value,
                                             sparsec_greatest) {
  atomicMax(target, (long long)value);
}

#endif // SPARSEC_RUNTIME_CUDA_H
