//===- Gpus.cpp - the GPUs of this machine --------------------------------===//
///
/// \file
/// CUDA's driver is loaded by name, so that programs run where there is none.
///
//===----------------------------------------------------------------------===//

#include "Gpus.h"

#include <dlfcn.h>

namespace sparsec::permanent {
namespace {

/// Of cuda.h, which need not be installed: CUdevice_attribute.
constexpr int clockRate = 13, multiprocessors = 16, major = 75, minor = 76;

/// Double-precision lanes of a multiprocessor (CUDA C++ Programming Guide,
/// arithmetic instructions): 64 on data-centre GPUs since 8.0, 32 before.
int doubleLanes(int major, int minor) {
  if (major == 6 || major == 7)
    return minor == 0 ? 32 : 2;
  return major >= 8 && minor == 0 ? 64 : 2;
}

struct Driver {
  int (*initialize)(unsigned);
  int (*count)(int *);
  int (*attribute)(int *, int, int);
};

template <typename Function>
bool find(void *library, const char *name, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function;
}

} // namespace

std::vector<Gpu> findGpus(int most) {
  std::vector<Gpu> gpus;
  void *library = most == 0 ? nullptr : dlopen("libcuda.so.1", RTLD_NOW);
  Driver driver;
  int count = 0;
  if (!library || !find(library, "cuInit", driver.initialize) ||
      !find(library, "cuDeviceGetCount", driver.count) ||
      !find(library, "cuDeviceGetAttribute", driver.attribute) ||
      driver.initialize(0) || driver.count(&count))
    return gpus;
  for (int device = 0; device < count && (most < 0 || device < most);
       ++device) {
    auto get = [&](int attribute) {
      int value = 0;
      return driver.attribute(&value, attribute, device) ? 0 : value;
    };
    const int high = get(major), low = get(minor);
    gpus.push_back(
        {device, "sm_" + std::to_string(10 * high + low),
         1e3 * get(clockRate) * get(multiprocessors) * doubleLanes(high, low)});
  }
  return gpus;
}

} // namespace sparsec::permanent
