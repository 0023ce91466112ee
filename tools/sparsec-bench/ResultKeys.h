//===- ResultKeys.h - what results depend on --------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_RESULTKEYS_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_RESULTKEYS_H

#include "Candidates.h"

#include "sparsec/Bench/Inputs.h"

namespace sparsec::bench {

/// The code of a generated file, whose first lines tell the command line.
std::string codeOf(llvm::StringRef text);
/// What results of a GPU depend on besides: nvcc, the architecture, the GPU.
std::string gpuIdentity(const Options &options);

/// Makes the keys of one kernel's results.
class ResultKeys {
public:
  /// \p program: of the source, whose text counts with that of its headers.
  ResultKeys(const Program &program, const Options &options);

  /// What follows is about \p inputs.
  void use(const Inputs &inputs);
  std::string of(const Candidate &candidate, int threads) const;
  /// Of the elements of use()'s inputs.
  const std::string &dataHash() const { return data; }
  /// What all trials of a search on inputs of these hashes depend on, but for
  /// the recipe.
  std::string ofSearch(std::vector<std::string> inputs) const;

private:
  std::vector<std::string> common; ///< source, compiler, flags, machine
  std::vector<std::string> gpu;    ///< of those that run on one, besides
  std::string data;                ///< the hash of the inputs
  std::string search;              ///< what a search is ranked by, its GPU
};

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_RESULTKEYS_H
