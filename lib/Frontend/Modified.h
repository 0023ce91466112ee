//===- Modified.h - what statements modify ----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_MODIFIED_H
#define SPARSEC_LIB_FRONTEND_MODIFIED_H

#include "clang/AST/Expr.h"

namespace sparsec {

/// The target of an assignment or ++/--; null for other statements.
const clang::Expr *modifiedBy(const clang::Stmt *statement);

/// The same, and the operand of `&`, through which it may be modified.
const clang::Expr *modifiedOrAddressed(const clang::Stmt *statement);

/// Whether \p part steps or assigns something. (For clang a root has side
/// effects, too: errno.)
bool changesAny(const clang::Stmt *part);

/// The variable that is stored to, as a whole or in part, where \p target is;
/// null for elements that pointers or arrays lead to.
const clang::VarDecl *variableStoredTo(const clang::Expr *target);

/// The variable or member that an lvalue or pointer expression is based on.
const clang::Expr *baseOf(const clang::Expr *expression);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_MODIFIED_H
