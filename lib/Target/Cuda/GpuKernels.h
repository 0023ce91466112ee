//===- GpuKernels.h - kernels of inspectors and their launches --*- C++ -*-===//
#ifndef SPARSEC_LIB_TARGET_CUDA_GPUKERNELS_H
#define SPARSEC_LIB_TARGET_CUDA_GPUKERNELS_H

#include "ExclusiveNumbering.h"
#include "LaunchDomain.h"

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/Module.h"

#include "llvm/Support/Error.h"

#include <map>

namespace sparsec {

/// What is around a nest: locals of the host, with their types, and locals
/// that kernels set for themselves because they read arrays.
struct GpuHost {
  std::map<std::string, LoopType> types;
  std::vector<LoopNode> prologue;
};

/// Makes kernels of nests. Each function adds the kernel \p kernel to
/// `functions` and returns the host's statements that launch it.
class GpuKernels {
public:
  using Names = std::set<std::string>;
  using Nodes = std::vector<LoopNode>;

  /// \p written: arrays and scalars that the phase writes; \p names: of
  /// functions, to which those of helpers are added.
  GpuKernels(const Program &program, const Names &written, Names &names);

  /// A thread per item of \p nest.
  Nodes perItem(const std::string &kernel, const LaunchDomain &nest,
                const GpuHost &host);
  /// A thread per iteration of the loop inside each item.
  Nodes perInstance(const std::string &kernel, const LaunchDomain &nest,
                    const GpuHost &host);
  /// Workers that share the items and have \p tables of their own. Nothing
  /// where elements of these say how often a loop runs.
  std::optional<Nodes> perWorker(const std::string &kernel,
                                 const LaunchDomain &nest, const GpuHost &host,
                                 const Names &tables);

  /// A thread per item or, where these have loops inside, per iteration of
  /// such; each begins with the number of its first instance.
  Nodes perNumber(const std::string &kernel, const LaunchDomain &nest,
                  const GpuHost &host, const Numbering &numbering);

  std::vector<LoopFunction> functions;

private:
  using Parameters = std::vector<LoopParameter>;
  using Operands = std::vector<LoopExpr>;

  Nodes itemBody(const GpuHost &host, Nodes work) const;
  Nodes instanceBody(const LaunchDomain &nest, const GpuHost &host) const;
  Nodes workerBody(const LaunchDomain &nest, const GpuHost &host,
                   const Names &tables) const;
  Nodes unitBody(const LaunchDomain &nest, const GpuHost &host,
                 const Nodes &first) const;
  void addKernel(const std::string &kernel, const Nodes &body,
                 const GpuHost &host, const Parameters &last);
  void addStarts(const std::string &kernel, const LaunchDomain &nest,
                 const GpuHost &host);
  LoopNode launch(const RuntimeHelper &launcher, const std::string &kernel,
                  const Operands &sizes, const Operands &last = {}) const;
  Nodes countPerItem(const std::string &kernel, const LaunchDomain &nest,
                     const LoopExpr &array, const LoopExpr &all) const;
  Nodes countNumbers(const std::string &kernel, const LaunchDomain &nest,
                     const GpuHost &host);
  LoopNode launchNumbered(const std::string &kernel, LaunchDomain nest,
                          const GpuHost &host, const Numbering &numbering,
                          const LoopExpr &begin);
  void collectParameters(const Names &used, const GpuHost &host);
  Nodes withRaised(const Nodes &launch) const;
  Nodes setTables(const Names &tables) const;

  const Program &program;
  const Names &written;
  Names &names;
  const LoopExpr item, items, worker, workers, slots, instance, instances,
      starts, all, numbers, total;
  /// The scalar that threads count in, each for itself.
  std::string own;
  /// Of the kernel made last; `raised` are those that it makes greater.
  Parameters parameters, raised;
  Operands arguments;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TARGET_CUDA_GPUKERNELS_H
