//===- DeviceLimits.h - what every GPU offers a kernel ----------*- C++ -*-===//
///
/// \file
/// The limits of CUDA devices that transformations and kernels keep to. All of
/// them hold for each compute capability that CUDA 12 knows (5.0 and later), so
/// that a kernel runs wherever it is compiled for. Source: CUDA C++ Programming
/// Guide, "Compute Capabilities", table "Technical Specifications per Compute
/// Capability", but for what is said otherwise.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_DEVICELIMITS_H
#define SPARSEC_IR_DEVICELIMITS_H

namespace sparsec::device {

/// "Warp size", in threads.
constexpr long warpSize = 32;

/// "Maximum number of threads per block".
constexpr long maxThreadsPerBlock = 1024;
constexpr long maxWarpsPerBlock = maxThreadsPerBlock / warpSize;

/// Bytes of shared memory that a block can have in arrays of a size known to
/// the compiler. ("Maximum amount of shared memory per thread block" is more on
/// later devices, by dynamic arrays that opt in only.)
constexpr long maxStaticSharedBytesPerBlock = 48 * 1024;

/// Bytes of registers of a thread: "maximum number of 32-bit registers per
/// thread" is 255; this is as many with the next power of two.
constexpr long maxRegisterBytesPerThread = 1024;

/// Bytes of all parameters of one `__global__` function, which lie in constant
/// memory; more, 32764, only from compute capability 7.0 on. Source: there,
/// "C++ Language Support", "__global__ Function Parameters".
constexpr long maxKernelParameterBytes = 4096;

/// Bytes that one instruction of a thread loads or stores. Source: there,
/// "Device Memory Accesses", "Size and Alignment Requirement".
constexpr unsigned maxBytesPerLoad = 16;

} // namespace sparsec::device

#endif // SPARSEC_IR_DEVICELIMITS_H
