//===- LoopText.h - loops as text, and back ---------------------*- C++ -*-===//
///
/// \file
/// The text of a phase's loops between two passes: the symbols that they use,
/// then the loops, in a form that reads like C with attributes and that is read
/// back to the same loops (docs/lowering.md has the grammar). So a pass is
/// tested alone: loops, the pass, the loops that are expected of it.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LOOPTEXT_LOOPTEXT_H
#define SPARSEC_LOOPTEXT_LOOPTEXT_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// What is written of a phase \p phase with the loops \p loops.
std::string writeLoops(const Program &program, const Phase &phase,
                       const LoopAst &loops);

/// "inspect", "update", "execute".
const char *wordOf(Phase::Role role);

/// What text says of a phase. Its program has the symbols and what is known of
/// them, and its only phase the loops and assignments that the text names; but
/// no instances, and no actions.
struct LoopModule {
  explicit LoopModule(isl::ctx ctx) : program(ctx) {}
  // Loops point to those of the phase.
  LoopModule(LoopModule &&) = default;
  LoopModule &operator=(LoopModule &&) = default;

  const Phase &phase() const { return program.phases.front(); }

  Program program;
  LoopAst loops;
};

/// What is wrong with a text, and where.
class LoopTextError : public llvm::ErrorInfo<LoopTextError> {
public:
  static char ID;
  LoopTextError(unsigned line, unsigned column, unsigned length,
                std::string message)
      : line(line), column(column), length(length), text(std::move(message)) {}
  void log(llvm::raw_ostream &out) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  const unsigned line, column; ///< from 1
  const unsigned length;       ///< of what is wrong, in characters
  const std::string text;
};

/// The phases in \p text, one behind the other.
llvm::Expected<std::vector<LoopModule>> readLoops(isl::ctx ctx,
                                                  llvm::StringRef text);

} // namespace sparsec

#endif // SPARSEC_LOOPTEXT_LOOPTEXT_H
