//===- ScalarAddresses.cpp - what `&v` passes to a function ---------------===//
///
/// \file
///     static void split(double v, double *whole, double *part) {
///       *whole = floor(v);
///       *part = v - *whole;
///     }
///     double a, b;
///     split(x[i], &a, &b);      =>    a = floor(x[i]); b = x[i] - a;
///
//===----------------------------------------------------------------------===//

#include "ScalarAddresses.h"
#include "Aliases.h"

namespace sparsec {

/// Pointers may be set from themselves.
constexpr unsigned maxLevels = 64;

std::optional<ScalarPlace> addressedScalar(const clang::Expr *expression,
                                           const ScopePtr &scope) {
  ScopePtr at = scope;
  for (unsigned level = 0; level < maxLevels; ++level) {
    expression = expression->IgnoreParenImpCasts();
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    if (unary && unary->getOpcode() == clang::UO_AddrOf) {
      const clang::Expr *object = unary->getSubExpr()->IgnoreParens();
      const auto *inner = llvm::dyn_cast<clang::UnaryOperator>(object);
      if (inner && inner->getOpcode() == clang::UO_Deref) {
        expression = inner->getSubExpr();
        continue;
      }
      const clang::VarDecl *variable = namedVariable(object);
      if (!variable || !variable->hasLocalStorage() ||
          !variable->getType()->isArithmeticType())
        return std::nullopt;
      return ScalarPlace{object, at};
    }
    const clang::VarDecl *variable = namedVariable(expression);
    auto bound = variable ? at->find(variable) : at->end();
    if (bound == at->end() || bound->second.kind != Binding::Kind::Definition ||
        !variable->getType()->isPointerType())
      return std::nullopt;
    expression = bound->second.expression;
    at = bound->second.scope;
  }
  return std::nullopt;
}

} // namespace sparsec
