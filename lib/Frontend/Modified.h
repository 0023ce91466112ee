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

/// The same, or calls a function that may do more than give a value: one that
/// is not a mathematical function of C, whose statements store to anything but
/// variables of its own, or of which the statements are not known.
bool mayAct(const clang::Stmt *part);

/// How many expressions in \p part change \p variable by its name.
unsigned countChanges(const clang::Stmt *part, const clang::VarDecl *variable);
/// How often \p part names \p variable.
unsigned countNames(const clang::Stmt *part, const clang::VarDecl *variable);

/// Whether pointers may lead to the local \p variable: somewhere in its
/// function its address is taken.
bool isAddressed(const clang::VarDecl *variable);

/// The variable that is stored to, as a whole or in part, where \p target is;
/// null for elements that pointers or arrays lead to.
const clang::VarDecl *variableStoredTo(const clang::Expr *target);

/// The variable or member that an lvalue or pointer expression is based on.
const clang::Expr *baseOf(const clang::Expr *expression);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_MODIFIED_H
