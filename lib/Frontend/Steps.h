//===- Steps.h - `k++` inside expressions -----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_STEPS_H
#define SPARSEC_LIB_FRONTEND_STEPS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <set>

namespace sparsec {

using Steps = std::set<const clang::UnaryOperator *>;

/// The ++ and -- of variables and elements, `w[k]`, inside the expression or
/// declaration \p statement that are the same as a statement of their own
/// behind it (with the new value in its place where they are prefixes): those
/// made whenever the statement runs, of variables and arrays that it names
/// once.
Steps stepsIn(const clang::Stmt *statement);
/// The same of a value that a statement uses, which may be one itself.
Steps stepsInValue(const clang::Expr *value);

/// All that stand in statements of \p body; none in conditions.
Steps stepsOf(const clang::Stmt *body);

/// The variable that \p step changes; null where that is an element.
const clang::VarDecl *steppedVariable(const clang::UnaryOperator *step);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_STEPS_H
