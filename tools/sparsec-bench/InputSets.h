//===- InputSets.h - the inputs that a command line asks for ----*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_INPUTSETS_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_INPUTSETS_H

#include "Options.h"

#include "sparsec/Bench/Inputs.h"

#include <functional>

namespace sparsec::bench {

/// Says on stderr what is going on: with -progress, or on a terminal.
void note(const Options &options, const std::string &text);

/// Makes the inputs of one kernel from matrices, generators and the corpus.
class InputSets {
public:
  InputSets(const Program &program, const Kernel &kernel,
            const Options &options)
      : program(program), kernel(kernel), options(options),
        sparse(sparseArguments(program)) {}

  /// Calls \p use with the input of each -matrix and -generate, or of each
  /// group of them where the kernel takes several; one is in memory at a time.
  llvm::Error
  forEach(const std::function<llvm::Error(const Inputs &)> &use) const;

  /// All inputs of the corpus that the facts allow.
  llvm::Expected<std::vector<Inputs>> corpusInputs() const;

private:
  /// A matrix, and the generator's text where that makes it again.
  struct Loaded {
    CsrMatrix matrix;
    std::string spec;
  };

  MatrixShape shapeOf(size_t argument) const;
  llvm::Expected<Loaded> load(size_t position) const;
  llvm::Expected<Loaded> loadFor(size_t argument, size_t position) const;
  llvm::Expected<Inputs> inputsOf(size_t group) const;
  bool fitToRules(std::vector<CsrMatrix> &matrices,
                  const BindingOptions &binding) const;

  const Program &program;
  const Kernel &kernel;
  const Options &options;
  std::vector<SparseArgument> sparse;
};

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_INPUTSETS_H
