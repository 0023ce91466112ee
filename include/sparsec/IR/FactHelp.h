//===- FactHelp.h - the kinds of facts, for -help ---------------*- C++ -*-===//
#ifndef SPARSEC_IR_FACTHELP_H
#define SPARSEC_IR_FACTHELP_H

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace sparsec {

/// A kind of facts about arrays, as after `#pragma sparsec`.
struct FactHelp {
  llvm::StringRef name;    ///< "sorted"
  llvm::StringRef usage;   ///< "(col, index[, strict])"
  llvm::StringRef meaning; ///< one line
};

/// All kinds, in the order of docs/facts.md.
std::vector<FactHelp> factHelp();

} // namespace sparsec

#endif // SPARSEC_IR_FACTHELP_H
