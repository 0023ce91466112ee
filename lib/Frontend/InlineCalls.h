//===- InlineCalls.h - calls of functions of the file -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_INLINECALLS_H
#define SPARSEC_LIB_FRONTEND_INLINECALLS_H

#include "Kernel.h"

#include <vector>

namespace sparsec {

/// `E` when \p callee is a function of this file whose body is `return E;` and
/// that does not call itself or functions with statements; else null.
const clang::Expr *inlinedBody(const clang::FunctionDecl *callee);

/// The definition of \p callee when that is a function of the user's with
/// statements that does not call itself; else null.
const clang::FunctionDecl *inlinedFunction(const clang::FunctionDecl *callee);
/// The same of the function that \p statement, a call, calls.
const clang::FunctionDecl *inlinedCall(const clang::Stmt *statement);
/// Whether \p expression calls a function with statements.
bool callsStatements(const clang::Stmt *expression);

/// The definitions of functions that \p part calls, one for each call.
std::vector<clang::FunctionDecl *> definitionsCalledIn(const clang::Stmt *part);

/// Every `return` in \p body.
std::vector<const clang::ReturnStmt *> returnsIn(const clang::Stmt *body);

/// The parameters of \p call's callee bound to the arguments, which are read in
/// \p scope.
ScopePtr scopeOfCall(const clang::CallExpr *call, const ScopePtr &scope);

/// The variable that the value of \p call, of a function with statements, is
/// bound to.
const clang::VarDecl *resultOf(Kernel &kernel, const clang::CallExpr *call);
/// What that stands for in \p scope; refuses a call that was not entered.
const Binding &valueOfCall(Kernel &kernel, const clang::CallExpr *call,
                           const ScopePtr &scope);

/// The object that \p expression names, where parameters of called functions
/// and local pointers to structures stand for what \p scope says, and locals
/// of called functions for those of the call.
Object resolveIn(Kernel &kernel, const clang::Expr *expression,
                 const ScopePtr &scope);
/// The object of \p variable, likewise.
Object objectIn(Kernel &kernel, const clang::VarDecl *variable,
                const ScopePtr &scope);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_INLINECALLS_H
