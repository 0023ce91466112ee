//===- LoopPrinter.h - lowered loops as C text ------------------*- C++ -*-===//
#ifndef SPARSEC_TARGET_C_LOOPPRINTER_H
#define SPARSEC_TARGET_C_LOOPPRINTER_H

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/LoopAst.h"
#include "sparsec/Support/GeneratedText.h"

namespace sparsec {

/// C text of the loops, \p indent steps of two spaces in. Arrays and
/// parameters are plain identifiers, "A->col" stays as it is; the caller binds
/// locals of the same names. Adds the words of the text to \p names, unless
/// that is null. Says where the program's loops and statements stand.
PlacedText printPlaced(const LoopAst &ast, unsigned indent = 1,
                       Dialect dialect = Dialect::C,
                       PrintedNames *names = nullptr);
inline std::string printLoops(const LoopAst &ast, unsigned indent = 1,
                              Dialect dialect = Dialect::C,
                              PrintedNames *names = nullptr) {
  return printPlaced(ast, indent, dialect, names).text;
}

} // namespace sparsec

#endif // SPARSEC_TARGET_C_LOOPPRINTER_H
