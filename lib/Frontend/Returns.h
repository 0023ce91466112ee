//===- Returns.h - guards at the top and the value at the end ---*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_RETURNS_H
#define SPARSEC_LIB_FRONTEND_RETURNS_H

#include "Kernel.h"

#include "clang/AST/Stmt.h"

#include <vector>

namespace sparsec {

/// `if (C) return v;`, `if (C) { ..; return v; }` and `if (C) abort();` before
/// anything of \p function runs but declarations and assignments to locals.
/// Where C holds the original runs, so that the branch may do whatever it
/// likes.
std::vector<const clang::IfStmt *>
guardsOf(const clang::FunctionDecl &function);

/// Whether \p statement, at the top, is a guard or does nothing that callers
/// see.
bool isBeforeWork(const clang::Stmt *statement);

/// Whether calls that \p guard ends are the original's: all of a function that
/// returns a value, and those of others that do more than return, or whose
/// condition is not one of integers.
bool isLeftToOriginal(const clang::IfStmt *guard,
                      const clang::FunctionDecl &function);

/// Adds the guard \p condition to the program, and that it does not hold, as
/// far as that compares integer parameters, to what is known. Refuses what is
/// no expression of arguments.
void enterGuard(Kernel &kernel, const clang::Expr *condition,
                const ScopePtr &scope);

/// Gives the program the result of a function that is not void: a constant, or
/// an array of one element, which the value at its end is stored in.
void enterResult(Kernel &kernel);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_RETURNS_H
