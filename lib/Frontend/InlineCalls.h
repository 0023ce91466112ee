//===- InlineCalls.h - calls of one-expression functions --------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_INLINECALLS_H
#define SPARSEC_LIB_FRONTEND_INLINECALLS_H

#include "Kernel.h"

namespace sparsec {

/// `E` when \p callee is a function of this file whose body is `return E;` and
/// that does not call itself; else null.
const clang::Expr *inlinedBody(const clang::FunctionDecl *callee);

/// The parameters of \p call's callee bound to the arguments, which are read in
/// \p scope.
ScopePtr scopeOfCall(const clang::CallExpr *call, const ScopePtr &scope);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_INLINECALLS_H
