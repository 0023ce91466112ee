//===- Step.h - what one transformation returns -----------------*- C++ -*-===//
#ifndef SPARSEC_IR_STEP_H
#define SPARSEC_IR_STEP_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec {

/// How the instances of one new statement come from an old one.
struct InstanceMap {
  std::string newStatement, oldStatement;
  /// `{ X[new] -> S[old] }`, over the calls of X.
  isl::pw_multi_aff map;
  /// The new instances run over index arrays that an inspector of this very
  /// step fills with exactly the touched values (`explicit`, `offset`): each
  /// old instance is met exactly once by construction of that inspector.
  bool enumerated = false;
  /// X has instances with no old counterpart; each leaves every element
  /// unchanged (padding holds the operator's identity or its zero).
  bool padded = false;
};

/// A statement that a step made, for the recipe's handles: `x.executor`.
struct MadeStatement {
  std::string role; ///< "executor", "inspector", "copy_in", "remainder", …
  std::string statement;
};

struct StepResult {
  Program program;
  /// Statements of the result that are neither mentioned here as
  /// `newStatement` nor in the old program are new work (copies, inspectors)
  /// whose effect the step vouches for in `storageNote`.
  std::vector<InstanceMap> instanceMaps;
  /// What the recipe command returns; the first one is the default.
  std::vector<MadeStatement> made;
  /// Old array => new arrays that hold the same values at corresponding
  /// instances (`a` => `a_prime`).
  std::map<std::string, std::string> storageMap;
  /// The step is known to keep the order of all instances (marks, tile):
  /// the checker skips the dependence test.
  bool orderPreserved = false;
  /// Lines for the user: "tile: the loop has a single trip".
  std::vector<std::string> warnings;
};

} // namespace sparsec

#endif // SPARSEC_IR_STEP_H
