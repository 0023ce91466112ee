//===- Globals.h - variables of the file that kernels read ------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_GLOBALS_H
#define SPARSEC_LIB_FRONTEND_GLOBALS_H

#include "Kernel.h"

namespace sparsec {

/// Gives the program's function an argument behind its own for each variable of
/// the file that it uses: `_inspect` and `_execute` take it, and the drop-in
/// passes the variable. Refuses those that change meanwhile.
void enterGlobals(Kernel &kernel);

/// The variable of the file that \p name is; null for a constant, too.
const clang::VarDecl *globalNamed(llvm::StringRef name,
                                  const clang::ASTContext &ast);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_GLOBALS_H
