//===- Driver.h - the C program that runs and compares ----------*- C++ -*-===//
#ifndef SPARSEC_BENCH_DRIVER_H
#define SPARSEC_BENCH_DRIVER_H

#include "sparsec/Bench/Product.h"

#include <string>
#include <vector>

namespace sparsec::bench {

/// One file of a driver, and the functions it keeps visible to the others.
struct DriverFile {
  std::string name; ///< "original.c"
  std::string text;
  /// Empty: all of them.
  std::vector<std::string> visible;
  /// These are not, where `visible` is empty.
  std::vector<std::string> hidden = {};
  /// Others are included; so are headers.
  bool isCompiled = true;
  /// CUDA that is emulated: loads and stores are to be watched.
  bool watched = false;
};

/// Where the generated code runs.
enum class DriverKind {
  Host,
  Emulation, ///< CUDA, by a header that makes it C++
  Gpu
};

/// What the files of one driver depend on besides the kernel.
struct DriverOptions {
  DriverKind kind = DriverKind::Host;
  std::string label; ///< of the generated code in the table
  bool sanitize = false;
  bool faults = false; ///< with faultsFile()
  /// Gpu: time cuSPARSE's product, too.
  std::optional<Product> cusparse;
};

/// `bench_kernel.h`: the table of slots and constants of one kernel.
std::string kernelHeader(const Kernel &kernel, const DriverOptions &options);

/// Calls the function of \p sourcePath as bench_original. \p isOrdered: other
/// files have bench_order and bench_replay.
DriverFile originalFile(const Kernel &kernel, const std::string &sourcePath,
                        bool isOrdered = false);

/// Calls the contract functions of \p generatedPath as bench_inspect, …; also
/// holds the table of slots, which depends on what the inspector reads.
DriverFile generatedFile(const Kernel &kernel,
                         const GeneratedInterface &interface,
                         const std::string &generatedPath, DriverKind kind);

/// What other files of a driver name of generatedFile().
std::vector<std::string> contractSymbols(DriverKind kind);

/// The loops of \p program rewritten to compute what bounds the rounding error
/// and to count statements: bench_bound, bench_terms, bench_rounding,
/// bench_count. \p sourcePath gives the types.
/// \p orders: of the source's loops, which then run as bench_order() found out:
/// bench_replay.
llvm::Expected<DriverFile>
referenceFile(const Program &program, const Kernel &kernel,
              const std::string &sourcePath,
              const std::vector<FreeOrder> &orders = {});

/// bench_order, which runs \p text, whose statements tell their iterations,
/// and takes down their order.
std::vector<DriverFile> orderFiles(const Kernel &kernel,
                                   const GeneratedInterface &interface,
                                   const std::string &text, DriverKind kind);

/// The loops of \p program rewritten to compute, of each element, what bounds
/// its magnitude, how many roundings are behind it, and by how much it is off
/// where inputs are.
Program boundProgram(const Program &program);
Program termsProgram(const Program &program);
Program roundingProgram(const Program &program);

/// The kernel-independent files, header included.
std::vector<DriverFile> commonFiles();

/// Intel MKL's product, as a candidate of bench_peer_* functions.
DriverFile mklFile(const Kernel &kernel, const Product &product);
/// librsb's.
DriverFile librsbFile(const Kernel &kernel, const Product &product);

/// Lets allocations fail and takes corrupted inputs; for other drivers than
/// those that run on a GPU.
DriverFile faultsFile();

/// Those of a driver that runs on a GPU, besides.
std::vector<DriverFile> gpuFiles(const DriverOptions &options);

/// The program make_cases, which needs nothing of sparsec: its sources, the
/// headers below their folders.
std::vector<DriverFile> caseMakerFiles();

/// Scripts that build and run a folder of drivers; @SECONDS@ and @THREADS@
/// stand for the arguments.
std::vector<DriverFile> scriptFiles();

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
