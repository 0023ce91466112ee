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
namespace {

llvm::sys::DynamicLibrary cudaDriver() {
  std::string problem;
  return llvm::sys::DynamicLibrary::getPermanentLibrary("libcuda.so.1",
                                                        &problem);
}

template <typename Function>
Function functionOf(const char *name) {
  return reinterpret_cast<Function>(cudaDriver().getAddressOfSymbol(name));
}

} // namespace

std::string whyNoGpu() {
  if (!cudaDriver().isValid())
    return "there is no CUDA driver, libcuda.so.1";
  auto initialize = functionOf<int (*)(unsigned)>("cuInit");
  auto count = functionOf<int (*)(int *)>("cuDeviceGetCount");
  if (!initialize || !count)
    return "libcuda.so.1 is no CUDA driver";
  int devices = 0;
  if (int status = initialize(0))
    return "CUDA's driver starts with error " + std::to_string(status);
  return count(&devices) == 0 && devices > 0 ? "" : "there is no GPU";
}

std::string gpuName() {
  if (!whyNoGpu().empty())
    return "";
  // Of device 0, whose handle is 0.
  char name[256] = "";
  auto nameOf = functionOf<int (*)(char *, int, int)>("cuDeviceGetName");
  return nameOf && nameOf(name, sizeof name - 1, 0) == 0 ? name : "";
}

} // namespace sparsec::bench
