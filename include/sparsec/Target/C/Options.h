//===- Options.h - what output is written in --------------------*- C++ -*-===//
#ifndef SPARSEC_TARGET_C_OPTIONS_H
#define SPARSEC_TARGET_C_OPTIONS_H

#include "sparsec/IR/SourceForms.h"
#include "sparsec/LoopIR/CodeWarning.h"
#include "sparsec/LoopIR/LoopObserver.h"

#include <string>
#include <vector>

namespace sparsec {

/// What the output is written in.
enum class Target {
  C,   ///< C11 with OpenMP; also C++17
  Cuda ///< C++17 with kernels
};

struct CodeGenOptions {
  Target target = Target::C;
  /// For the first lines of the file: version, command line, recipe hash,
  /// steps.
  std::string commandLine, recipeHash;
  std::vector<std::string> steps;
  /// Paste the parts of runtime/ that are used (the file then builds alone), or
  /// `#include <sparsec/…>` them.
  bool embedRuntime = true;
  /// Assert declared facts in the inspector.
  bool checkFacts = true;
  /// The source for Target::Cuda, of the frontend; not needed for C.
  SourceForms forms;
  /// Gets what the recipe's author should know of the code; may be null.
  WarningSink warn;
  /// Sees the loops after each pass; may be null.
  LoopObserver afterLoopPass;
};

} // namespace sparsec

#endif // SPARSEC_TARGET_C_OPTIONS_H
