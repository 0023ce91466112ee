//===- Steps.h - `k++` inside expressions -----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_STEPS_H
#define SPARSEC_LIB_FRONTEND_STEPS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <set>

namespace sparsec {

using Steps = std::set<const clang::UnaryOperator *>;

/// The ++ and -- of variables inside the expression or declaration \p
/// statement that are the same as a statement of their own behind it (with the
/// new value in its place where they are prefixes): those made whenever the
/// statement runs, of variables that it names once.
Steps stepsIn(const clang::Stmt *statement);

/// All that stand in statements of \p body; none in conditions.
Steps stepsOf(const clang::Stmt *body);

/// The variable that \p step changes, or null.
const clang::VarDecl *steppedVariable(const clang::UnaryOperator *step);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_STEPS_H
