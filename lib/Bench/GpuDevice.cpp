//===- GpuDevice.cpp - whether there is a GPU -----------------------------===//
///
/// \file
/// Asks CUDA's driver, which is loaded for this: nothing is linked, and nothing
/// has to be compiled to learn that a driver program would not run.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Toolchain.h"

#include "llvm/Support/DynamicLibrary.h"

namespace sparsec::bench {

std::string whyNoGpu() {
  std::string problem;
  llvm::sys::DynamicLibrary driver =
      llvm::sys::DynamicLibrary::getPermanentLibrary("libcuda.so.1", &problem);
  if (!driver.isValid())
    return "there is no CUDA driver, libcuda.so.1";
  using Initialize = int (*)(unsigned);
  using Count = int (*)(int *);
  auto initialize =
      reinterpret_cast<Initialize>(driver.getAddressOfSymbol("cuInit"));
  auto count =
      reinterpret_cast<Count>(driver.getAddressOfSymbol("cuDeviceGetCount"));
  if (!initialize || !count)
    return "libcuda.so.1 is no CUDA driver";
  int devices = 0;
  if (int status = initialize(0))
    return "CUDA's driver starts with error " + std::to_string(status);
  return count(&devices) == 0 && devices > 0 ? "" : "there is no GPU";
}

} // namespace sparsec::bench
