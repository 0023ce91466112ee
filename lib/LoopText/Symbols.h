//===- Symbols.h - what loops use, and what is known of it ------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPTEXT_SYMBOLS_H
#define SPARSEC_LIB_LOOPTEXT_SYMBOLS_H

#include "Cursor.h"
#include "Syntax.h"

#include "sparsec/LoopText/LoopText.h"

#include <set>

namespace sparsec::looptext {

/// The kinds of facts that passes ask for.
struct FactWord {
  const char *word;
  Fact::Kind kind;
};
llvm::ArrayRef<FactWord> factWords();

/// Names of parameters and arrays that \p loops use, and those that lengths and
/// facts of these mention.
std::set<std::string> usedSymbols(const Program &program, const LoopAst &loops);

/// Parameters, arrays, facts and conditions, a line each.
std::string writeSymbols(const Program &program, const LoopAst &loops);
/// Reads them into \p module.
void readSymbols(Cursor &cursor, LoopModule &module);

/// `[n] -> { [value] }` of \p expr over parameters and elements of arrays,
/// whose calls are added to \p program. An error where it is not affine.
llvm::Expected<isl::pw_aff> affineValue(Program &program, const LoopExpr &expr);
/// `[n] -> { : condition }`, likewise.
llvm::Expected<isl::set> affineCondition(Program &program,
                                         const LoopExpr &expr);

} // namespace sparsec::looptext

#endif // SPARSEC_LIB_LOOPTEXT_SYMBOLS_H
