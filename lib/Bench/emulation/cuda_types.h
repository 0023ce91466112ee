/*===- cuda_types.h - CUDA's types and numbers ----------------------------===*/
#ifndef SPARSEC_EMULATION_CUDA_TYPES_H
#define SPARSEC_EMULATION_CUDA_TYPES_H

#include <cstddef>

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
};

/* Vectors with the alignment that a GPU asks for. The makers are inlined even
   without optimization: the store of a returned vector is one that gcc does not
   tell of. */
#define SPARSEC_EMULATION_VECTORS(NAME, TYPE)                                  \
  struct alignas(2 * sizeof(TYPE)) NAME##2 { TYPE x, y; };                     \
  struct alignas(4 * sizeof(TYPE) < 16 ? 4 * sizeof(TYPE) : 16) NAME##4 {      \
    TYPE x, y, z, w;                                                           \
  };                                                                           \
  __attribute__((always_inline)) inline NAME##2 make_##NAME##2(TYPE x,         \
                                                               TYPE y) {       \
    return {x, y};                                                             \
  }                                                                            \
  __attribute__((always_inline)) inline NAME##4 make_##NAME##4(                \
      TYPE x, TYPE y, TYPE z, TYPE w) {                                        \
    return {x, y, z, w};                                                       \
  }
SPARSEC_EMULATION_VECTORS(char, signed char)
SPARSEC_EMULATION_VECTORS(uchar, unsigned char)
SPARSEC_EMULATION_VECTORS(short, short)
SPARSEC_EMULATION_VECTORS(ushort, unsigned short)
SPARSEC_EMULATION_VECTORS(int, int)
SPARSEC_EMULATION_VECTORS(uint, unsigned)
SPARSEC_EMULATION_VECTORS(long, long)
SPARSEC_EMULATION_VECTORS(ulong, unsigned long)
SPARSEC_EMULATION_VECTORS(longlong, long long)
SPARSEC_EMULATION_VECTORS(ulonglong, unsigned long long)
SPARSEC_EMULATION_VECTORS(float, float)
SPARSEC_EMULATION_VECTORS(double, double)
#undef SPARSEC_EMULATION_VECTORS

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorStreamCaptureUnsupported = 900
};

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrTotalConstantMemory = 9,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};

typedef struct CUstream_st *cudaStream_t;

#endif
