//===- InlineCalls.cpp - calls of one-expression functions ----------------===//
///
/// \file
/// `static double square(double v) { return v * v; }` is a macro with types: a
/// call is the returned expression, in which each parameter stands for its
/// argument, converted to the parameter's type.
///
//===----------------------------------------------------------------------===//

#include "InlineCalls.h"

#include <algorithm>

namespace sparsec {
namespace {

/// What the body returns when that is all it does.
const clang::Expr *returnedBy(const clang::FunctionDecl *definition) {
  const auto *body =
      llvm::dyn_cast_or_null<clang::CompoundStmt>(definition->getBody());
  const auto *end = body && body->size() == 1
                        ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front())
                        : nullptr;
  return end ? end->getRetValue() : nullptr;
}

using Functions = std::set<const clang::FunctionDecl *>;

/// Whether \p statement calls one of \p callers, directly or not.
bool recurses(const clang::Stmt *statement, const Functions &callers) {
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const clang::FunctionDecl *definition =
        callee ? callee->getDefinition() : nullptr;
    if (definition && callers.count(definition))
      return true;
    const clang::Expr *body = definition ? returnedBy(definition) : nullptr;
    Functions all = callers;
    all.insert(definition);
    if (body && recurses(body, all))
      return true;
  }
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt *child) {
                       return child && recurses(child, callers);
                     });
}

} // namespace

const clang::Expr *inlinedBody(const clang::FunctionDecl *callee) {
  const clang::FunctionDecl *definition = callee->getDefinition();
  if (!definition || definition->isVariadic() ||
      !definition->hasWrittenPrototype())
    return nullptr;
  const clang::Expr *body = returnedBy(definition);
  return body && !recurses(body, {definition}) ? body : nullptr;
}

ScopePtr scopeOfCall(const clang::CallExpr *call, const ScopePtr &scope) {
  const clang::FunctionDecl *definition =
      call->getDirectCallee()->getDefinition();
  auto inside = std::make_shared<Scope>();
  for (unsigned pos = 0; pos < definition->getNumParams(); ++pos) {
    Binding binding;
    binding.kind = Binding::Kind::Definition;
    binding.expression = call->getArg(pos);
    binding.scope = scope;
    inside->emplace(definition->getParamDecl(pos), binding);
  }
  return inside;
}

} // namespace sparsec
