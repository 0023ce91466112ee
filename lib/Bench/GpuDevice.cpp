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

llvm::sys::DynamicLibrary loadDriver() {
  std::string problem;
  return llvm::sys::DynamicLibrary::getPermanentLibrary("libcuda.so.1",
                                                        &problem);
}

} // namespace

std::string whyNoGpu() {
  llvm::sys::DynamicLibrary driver = loadDriver();
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

std::string gpuName() {
  if (!whyNoGpu().empty())
    return "";
  using Name = int (*)(char *, int, int);
  auto name = reinterpret_cast<Name>(
      loadDriver().getAddressOfSymbol("cuDeviceGetName"));
  // Devices are numbers, from 0.
  char text[256] = "";
  return name && name(text, sizeof text - 1, 0) == 0 ? text : "";
}

} // namespace sparsec::bench
