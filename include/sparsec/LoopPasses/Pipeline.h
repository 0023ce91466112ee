//===- Pipeline.h - one phase to loops --------------------------*- C++ -*-===//
#ifndef SPARSEC_LOOPPASSES_PIPELINE_H
#define SPARSEC_LOOPPASSES_PIPELINE_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/CodeWarning.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <string>
#include <vector>

namespace sparsec {

/// Lines that each thread runs before its share of work on the per-thread
/// workspaces \p arrays.
using RegionLines = std::function<llvm::Expected<std::vector<std::string>>(
    const Program &, const std::vector<std::string> &arrays)>;

struct LoweringHooks {
  RegionLines regionLines;
  /// Null: nobody wants to know.
  WarningSink warn;
};

/// \p phase as loops: `{ statements, schedule tree }` to isl's AST, to
/// LoopAst, to clean loops. Errors name the user's loops.
llvm::Expected<LoopAst> lowerPhase(const Program &program, const Phase &phase,
                                   const LoweringHooks &hooks = {});

} // namespace sparsec

#endif // SPARSEC_LOOPPASSES_PIPELINE_H
