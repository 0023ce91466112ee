//===- Checks.h - assertions and other ends of the program ------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CHECKS_H
#define SPARSEC_LIB_FRONTEND_CHECKS_H

#include "Frames.h"

namespace sparsec {

/// Whether \p statement ends the program: abort(), or what a failing assert()
/// calls.
bool endsProgram(const clang::Stmt *statement);

/// `if (!(c)) fail();` for what assert(c) expands to; null for others.
clang::Stmt *assertionOf(clang::Expr *expression,
                         clang::FunctionDecl &function);

/// Whether \p branch does nothing but end the program.
bool isCheck(const clang::IfStmt *branch);

/// Leaves out \p check, where the walk stands, which is proved never to end
/// the program; refuses others.
void requireNever(Kernel &kernel, const Frames &frames,
                  const clang::IfStmt *check, const ScopePtr &scope);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CHECKS_H
