//===- GpuKernels.h - kernels of inspectors and their launches --*- C++ -*-===//
#ifndef SPARSEC_LIB_TARGET_CUDA_GPUKERNELS_H
#define SPARSEC_LIB_TARGET_CUDA_GPUKERNELS_H

#include "GpuItems.h"
#include "GpuNumbers.h"

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <map>

namespace sparsec {

/// What is around a nest: locals of the host, with their types, and locals
/// that kernels set for themselves because they read arrays.
struct GpuHost {
  std::map<std::string, std::string> types;
  std::vector<LoopNode> prologue;
};

/// Makes kernels of nests. Each function adds the kernel \p kernel to
/// `functions` and returns the host's lines that launch it.
class GpuKernels {
public:
  using Names = std::set<std::string>;
  using Lines = std::vector<std::string>;
  using Nodes = std::vector<LoopNode>;

  /// \p written: arrays and scalars that the phase writes; \p names: of
  /// functions, to which those of helpers are added.
  GpuKernels(const Program &program, const Names &written, Names &names);

  /// A thread per item of \p nest.
  Lines perItem(const std::string &kernel, const GpuItems &nest,
                const GpuHost &host);
  /// A thread per iteration of the loop inside each item.
  Lines perInstance(const std::string &kernel, const GpuItems &nest,
                    const GpuHost &host);
  /// Workers that share the items and have \p tables of their own. Nothing
  /// where elements of these say how often a loop runs.
  std::optional<Lines> perWorker(const std::string &kernel,
                                 const GpuItems &nest, const GpuHost &host,
                                 const Names &tables);

  /// A thread per item or, where these have loops inside, per iteration of
  /// such; each begins with the number of its first instance.
  Lines perNumber(const std::string &kernel, const GpuItems &nest,
                  const GpuHost &host, const Numbering &numbering);

  std::string functions;

private:
  std::string itemText(const GpuHost &host, Nodes work) const;
  std::string instanceText(const GpuItems &nest, const GpuHost &host) const;
  std::string workerText(const GpuItems &nest, const GpuHost &host,
                         const Names &tables) const;
  void addKernel(const std::string &kernel, const std::string &body,
                 const GpuHost &host, const Lines &last);
  void addStarts(const std::string &kernel, const GpuItems &nest,
                 const GpuHost &host);
  Lines countPerItem(const std::string &kernel, const GpuItems &nest,
                     const std::string &array, const std::string &all) const;
  std::string unitText(const GpuItems &nest, const GpuHost &host,
                       const Nodes &first) const;
  Lines countNumbers(const std::string &kernel, const GpuItems &nest,
                     const GpuHost &host);
  void collectParameters(const std::string &body, const GpuHost &host);
  Lines withRaised(const Lines &launch) const;
  Lines setTables(const Names &tables) const;

  const Program &program;
  const Names &written;
  Names &names;
  const std::string item, items, worker, workers, slots, instance, instances,
      starts, all, numbers, total;
  /// The scalar that threads count in, each for itself.
  std::string own;
  /// Of the kernel made last.
  Lines parameters, arguments, raised;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TARGET_CUDA_GPUKERNELS_H
