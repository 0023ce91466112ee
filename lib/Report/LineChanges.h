//===- LineChanges.h - what a step changed, line by line --------*- C++ -*-===//
#ifndef SPARSEC_LIB_REPORT_LINECHANGES_H
#define SPARSEC_LIB_REPORT_LINECHANGES_H

#include "sparsec/IR/LoopLines.h"

#include <vector>

namespace sparsec {

/// Which lines of the loops before a step are not in those after it, and the
/// other way round, by a longest common subsequence. Lines are the same where
/// depth and text are.
struct LineChanges {
  std::vector<bool> removed; ///< one for each line before
  std::vector<bool> added;   ///< one for each line after
  bool any() const;
};

LineChanges changesBetween(const std::vector<LoopLine> &before,
                           const std::vector<LoopLine> &after);

} // namespace sparsec

#endif // SPARSEC_LIB_REPORT_LINECHANGES_H
