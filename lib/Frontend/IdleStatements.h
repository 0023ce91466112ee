//===- IdleStatements.h - statements that do nothing ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_IDLESTATEMENTS_H
#define SPARSEC_LIB_FRONTEND_IDLESTATEMENTS_H

#include "clang/AST/Expr.h"

namespace sparsec {

/// Whether \p statement changes nothing but variables that it declares: hints
/// to processors about what is used later, and macros of these.
bool isIdle(const clang::Stmt *statement);

/// `p++` of the statement `*p++;`; null for others.
clang::Expr *unreadStep(clang::Expr *expression);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_IDLESTATEMENTS_H
