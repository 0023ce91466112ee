//===- DataConditions.cpp - conditions that are computed ------------------===//

#include "DataConditions.h"
#include "ForLoop.h"
#include "InlineCalls.h"
#include "KernelScan.h"
#include "Modified.h"
#include "PointerTests.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

bool DataConditions::isDataOf(const clang::VarDecl *variable) {
  // A parameter of a called function has its arguments' values.
  const bool isOwn =
      variable->isLocalVarDecl() ||
      (llvm::isa<clang::ParmVarDecl>(variable) && aliases.isAlias(variable));
  if (!isOwn || steering.count(variable))
    return false;
  if (changed.count(variable))
    return true;
  if (!asked.insert(variable).second)
    return false;
  return llvm::any_of(aliases.definitions[variable],
                      [&](const clang::Expr *value) { return isData(value); });
}

bool DataConditions::isDataOf(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (const clang::Expr *body = callee ? inlinedBody(callee) : nullptr)
    return isData(body);
  if (const clang::FunctionDecl *whole = inlinedCall(call))
    return llvm::any_of(
        returnsIn(whole->getBody()), [&](const clang::ReturnStmt *end) {
          return end->getRetValue() && isData(end->getRetValue());
        });
  // A function of the library is no integer that sets know of.
  return true;
}

bool DataConditions::isData(const clang::Stmt *part) {
  const auto *expression = llvm::dyn_cast<clang::Expr>(part);
  if (!expression)
    return false;
  expression = truthOf(expression);
  const clang::QualType type = expression->getType();
  clang::Expr::EvalResult constant;
  if (matchPointerTest(expression, ast) ||
      (type->isIntegralOrEnumerationType() &&
       expression->EvaluateAsInt(constant, ast)))
    return false;
  if (type->isFloatingType() || type->isAnyComplexType() ||
      computed.count(expression))
    return true;
  const clang::Expr *plain = expression->IgnoreParenImpCasts();
  if (plain != expression)
    return isData(plain);
  if (const clang::VarDecl *variable = namedVariable(plain))
    return isDataOf(variable);
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(plain);
  if (llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr>(plain) ||
      (unary && unary->getOpcode() == clang::UO_Deref))
    return isWritten(baseOf(plain));
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(plain))
    return isDataOf(call);
  return llvm::any_of(plain->children(), [&](const clang::Stmt *child) {
    return child && isData(child);
  });
}

std::optional<size_t>
DataConditions::plainConjuncts(const clang::IfStmt *branch) {
  const std::vector<const clang::Expr *> parts = conjuncts(branch->getCond());
  for (size_t pos = 0; pos < parts.size(); ++pos) {
    asked.clear();
    if (isData(parts[pos]))
      return branch->getElse() ? 0 : pos;
  }
  return std::nullopt;
}

/// What is set in one such branch is data, of which others may ask.
std::map<const clang::IfStmt *, size_t>
DataConditions::branchesOf(const std::vector<const clang::IfStmt *> &branches) {
  std::map<const clang::IfStmt *, size_t> found;
  for (size_t before = ~size_t{0}; before != changed.size();) {
    before = changed.size();
    for (const clang::IfStmt *branch : branches) {
      const std::optional<size_t> plain = plainConjuncts(branch);
      if (!plain)
        continue;
      found[branch] = *plain;
      for (const clang::VarDecl *variable : modifiedVariables(branch))
        if (!variable->getType()->isPointerType())
          changed.insert(variable);
    }
  }
  return found;
}

} // namespace sparsec
