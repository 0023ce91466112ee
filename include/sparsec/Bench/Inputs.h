//===- Inputs.h - values for the arguments of a kernel ----------*- C++ -*-===//
#ifndef SPARSEC_BENCH_INPUTS_H
#define SPARSEC_BENCH_INPUTS_H

#include "sparsec/Analysis/SparseArguments.h"
#include "sparsec/Bench/Kernel.h"
#include "sparsec/Bench/PackedCase.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>

namespace sparsec::bench {

using sparsec::SparseArgument;
using sparsec::sparseArguments;

/// What the facts ask of the matrix bound to \p argument.
MatrixShape requiredShape(const Program &program,
                          const SparseArgument &argument);

/// Makes \p matrices, one for each of \p arguments, as large as facts allow:
/// `csr(64, 64, ..)`, `csr(2 * n, n, ..)`. Where that is another size than a
/// matrix has, its pattern is cut, or repeated along the diagonal, and then
/// changed to the argument's \p shapes. \p values: what parameters are given.
void fitSizes(const Program &program, llvm::ArrayRef<SparseArgument> arguments,
              llvm::ArrayRef<MatrixShape> shapes,
              const std::map<std::string, std::string> &values,
              std::vector<CsrMatrix> &matrices);

/// One complete input of a kernel.
struct Inputs {
  std::string name;
  int64_t rows = 0, columns = 0, entries = 0; ///< of the first matrix
  /// Per slot: number of elements (1 for a scalar), and their bytes.
  std::vector<uint64_t> elements;
  std::vector<std::vector<unsigned char>> bytes;
  std::vector<SlotSource> sources;
  /// What generated each matrix; empty for one that cannot be made again.
  std::vector<std::string> matrices;
  /// Of the first matrix (Matrix/Features.h), where somebody asks for them.
  std::map<std::string, double> features;

  /// Of all arrays, each counted once.
  uint64_t arrayBytes(const Kernel &kernel) const;
};

struct BindingOptions {
  std::map<std::string, std::string> values; ///< -arg NAME=VALUE
  std::map<std::string, std::string> files;  ///< -array NAME=FILE
  /// Integer parameters that nothing determines get this value; -1: an error.
  int64_t defaultSize = -1;
  /// Per matrix, Inputs::matrices.
  std::vector<std::string> specs;
};

/// Makes the arguments of \p kernel: the matrices (adapted already) for the
/// sparse arguments in order, the options for what they name, what facts and
/// context determine, and for the rest random numbers of both signs. \p program
/// is the kernel as the frontend made it. Fails with what to give when an
/// argument stays undetermined.
llvm::Expected<Inputs> bindInputs(const Program &program, const Kernel &kernel,
                                  llvm::ArrayRef<const CsrMatrix *> matrices,
                                  const BindingOptions &options);

/// Why bindInputs makes no arrays for which all rules hold; "" where it does.
std::string unfitForRules(const Program &program, const Kernel &kernel,
                          llvm::ArrayRef<const CsrMatrix *> matrices,
                          const BindingOptions &options);

/// Writes \p cases as the file that a driver maps (see driver/driver.c).
llvm::Error writeCases(const std::string &path, llvm::ArrayRef<Inputs> cases);

/// The same, packed for make_cases: what a generator made is named only.
llvm::Error writePackedCases(const std::string &path, const Kernel &kernel,
                             llvm::ArrayRef<Inputs> cases);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_INPUTS_H
