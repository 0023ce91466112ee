//===- SparseArguments.h - compressed rows among arguments ------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_SPARSEARGUMENTS_H
#define SPARSEC_ANALYSIS_SPARSEARGUMENTS_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// Arrays that the facts tie together as compressed rows. The facts of
/// `csr(n, m, index, col, a)`, or the same ones written out: index monotone
/// from a constant `base`, others with extent index(rows) - base.
struct SparseArgument {
  std::string pointer;
  std::vector<std::string> columns; ///< integer arrays with one index an entry
  std::vector<std::string> values;  ///< floating arrays with one value an entry
  long base = 0;
  /// `[n] -> { [number of rows] }`, always there; columns absent when no fact
  /// bounds them.
  std::optional<isl::pw_aff> rowCount, columnCount;
};

/// In the order of their facts.
std::vector<SparseArgument> sparseArguments(const Program &program);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_SPARSEARGUMENTS_H
