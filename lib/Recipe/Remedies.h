//===- Remedies.h - what would make a refused step legal --------*- C++ -*-===//
///
/// \file
/// Remedies are found by trying: a command before the step, a fact, or the step
/// with other arguments is suggested only when the step is then accepted and
/// code can be made of the result.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_RECIPE_REMEDIES_H
#define SPARSEC_LIB_RECIPE_REMEDIES_H

#include "sparsec/Analysis/Refusal.h"
#include "sparsec/Transforms/Transform.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sparsec::recipe {

/// A step that was refused, and where.
struct RefusedStep {
  Program program;
  const TransformSpec *spec;
  Arguments arguments;
  /// Absent where the step itself refused its arguments.
  std::optional<Refusal> refusal;
  /// Whether code can be made of a program.
  std::function<bool(const Program &)> hasCode;
  /// A step before it, and what that step found; the engine owns both.
  struct Earlier {
    size_t number; ///< from 1
    llvm::StringRef text;
    const Program &before;
    std::string statement; ///< the refused step's, as it was called there
  };
  std::vector<Earlier> earlier = {}; ///< the last one first
};

/// Sentences such as `put 'known("unique(col, index)")' before this step`, the
/// likeliest first; when there are none, one that says so.
std::vector<std::string> remediesFor(const RefusedStep &refused);

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_REMEDIES_H
