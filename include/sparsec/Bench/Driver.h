//===- Driver.h - the C program that runs and compares ----------*- C++ -*-===//
#ifndef SPARSEC_BENCH_DRIVER_H
#define SPARSEC_BENCH_DRIVER_H

#include "sparsec/Bench/Kernel.h"

#include <string>
#include <vector>

namespace sparsec::bench {

/// One C file of a driver, and the functions it keeps visible to the others.
struct DriverFile {
  std::string name; ///< "original.c"
  std::string text;
  /// Empty: all of them.
  std::vector<std::string> visible;
  /// CUDA that is emulated: loads and stores are to be watched.
  bool watched = false;
};

/// `bench_kernel.h`: the table of slots and constants of one kernel.
std::string kernelHeader(const Kernel &kernel, bool sanitize);

/// Calls the function of \p sourcePath as bench_original.
DriverFile originalFile(const Kernel &kernel, const std::string &sourcePath);

/// Calls the contract functions of \p generatedPath as bench_inspect, …; also
/// holds the table of slots, which depends on what the inspector reads.
DriverFile generatedFile(const Kernel &kernel,
                         const GeneratedInterface &interface,
                         const std::string &generatedPath);

/// The loops of \p program rewritten to compute what bounds the rounding error
/// and to count statements: bench_bound, bench_terms, bench_count. \p
/// sourcePath gives the types.
llvm::Expected<DriverFile> referenceFile(const Program &program,
                                         const Kernel &kernel,
                                         const std::string &sourcePath);

/// The kernel-independent files, header included.
std::vector<DriverFile> commonFiles();

/// What makes CUDA output a C++ program for the host: `cuda_runtime.h` and the
/// code behind it.
std::vector<DriverFile> cudaEmulationFiles();

/// C text that declares the slots of struct arguments and passes every argument
/// of \p kernel from `void *const *args`: the statements, then the list.
struct ArgumentPassing {
  std::string setUp;
  /// Per C parameter.
  std::vector<std::string> values;
};
/// \p cxx: pointers are cast, as C++ asks for.
ArgumentPassing passArguments(const Kernel &kernel, bool cxx = false);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_DRIVER_H
