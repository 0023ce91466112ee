//===- Pipeline.h - one phase to loops --------------------------*- C++ -*-===//
#ifndef SPARSEC_LOOPPASSES_PIPELINE_H
#define SPARSEC_LOOPPASSES_PIPELINE_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/CodeWarning.h"
#include "sparsec/LoopIR/LoopAst.h"
#include "sparsec/LoopIR/LoopObserver.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

struct LoweringHooks {
  /// Parallel loops get their regions; without, loops are shown alone.
  bool makesRegions = false;
  /// Null: nobody wants to know.
  WarningSink warn;
  /// Null: nobody looks.
  LoopObserver afterPass;
};

/// The names that a LoopObserver hears, each once, in order.
std::vector<std::string> loopPassNames();

/// A row of Pipeline.def.
struct LoopPassRow {
  std::string name, sentence;
};
/// Passes, each once, in the order in which they run first.
std::vector<LoopPassRow> loopPasses();

/// What the pass \p name needs of the phase's statements to run on \p loops; ""
/// where loops and symbols are enough.
std::string neededByPass(llvm::StringRef name, const LoopAst &loops);

/// Runs the pass \p name alone on \p loops of \p phase.
llvm::Error runLoopPass(llvm::StringRef name, LoopAst &loops,
                        const Program &program, const Phase &phase,
                        const LoweringHooks &hooks = {});

/// \p phase as loops: `{ statements, schedule tree }` to isl's AST, to
/// LoopAst, to clean loops. Errors name the user's loops.
llvm::Expected<LoopAst> lowerPhase(const Program &program, const Phase &phase,
                                   const LoweringHooks &hooks = {});

} // namespace sparsec

#endif // SPARSEC_LOOPPASSES_PIPELINE_H
