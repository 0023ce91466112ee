//===- ConditionalUpdate.cpp - `if (v < t) t = v` -------------------------===//
///
/// \file
/// A minimum or maximum written as a branch: the one condition on data that has
/// a meaning without control flow. `if (c && v < t) t = v` is that under c.
///
//===----------------------------------------------------------------------===//

#include "InlineCalls.h"
#include "KernelScan.h"
#include "Modified.h"
#include "NewNodes.h"

#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

bool isSameExpr(const clang::Expr *a, const clang::Expr *b,
                const clang::ASTContext &ast) {
  llvm::FoldingSetNodeID first, second;
  a->IgnoreParenImpCasts()->Profile(first, ast, true);
  b->IgnoreParenImpCasts()->Profile(second, ast, true);
  return first == second;
}

/// The only statement of \p body, through braces.
const clang::Stmt *onlyStatement(const clang::Stmt *body) {
  while (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body)) {
    if (block->size() != 1)
      return nullptr;
    body = block->body_front();
  }
  return body;
}

} // namespace

std::optional<ConditionalUpdate>
matchConditionalUpdate(const clang::IfStmt *branch,
                       const clang::ASTContext &ast) {
  const auto *condition = llvm::dyn_cast<clang::BinaryOperator>(
      branch->getCond()->IgnoreParenImpCasts());
  const clang::Stmt *body = onlyStatement(branch->getThen());
  const auto *assign =
      body ? llvm::dyn_cast<clang::BinaryOperator>(body) : nullptr;
  if (branch->getElse() || !condition || !condition->isRelationalOp() ||
      !assign || assign->getOpcode() != clang::BO_Assign)
    return std::nullopt;
  const clang::Expr *target = assign->getLHS();
  const clang::Expr *value = assign->getRHS();
  if (changesAny(target) || changesAny(value))
    return std::nullopt;
  // An integer becomes one floating value, in the comparison too.
  clang::QualType plain = value->IgnoreParenImpCasts()->getType();
  const bool isConverted =
      plain->isIntegerType() && target->getType()->isRealFloatingType();
  if (!isConverted && !ast.hasSameUnqualifiedType(target->getType(), plain))
    return std::nullopt;
  const bool valueLeft = isSameExpr(condition->getLHS(), value, ast) &&
                         isSameExpr(condition->getRHS(), target, ast);
  const bool valueRight = isSameExpr(condition->getRHS(), value, ast) &&
                          isSameExpr(condition->getLHS(), target, ast);
  if (!valueLeft && !valueRight)
    return std::nullopt;
  // `v <= t` replaces a zero by one of the other sign.
  if (!target->getType()->isIntegerType() &&
      (condition->getOpcode() == clang::BO_LE ||
       condition->getOpcode() == clang::BO_GE))
    return std::nullopt;
  const bool isLess = condition->getOpcode() == clang::BO_LT ||
                      condition->getOpcode() == clang::BO_LE;
  return ConditionalUpdate{target, value, isLess == valueLeft};
}

clang::Stmt *nestedUpdate(clang::IfStmt *branch, NewNodes &nodes) {
  auto *both =
      llvm::dyn_cast<clang::BinaryOperator>(branch->getCond()->IgnoreParens());
  // What calls do has to stand before the branch.
  if (!both || both->getOpcode() != clang::BO_LAnd || branch->getElse() ||
      callsStatements(both->getRHS()))
    return nullptr;
  auto *inner = llvm::cast<clang::IfStmt>(
      nodes.branch(both->getRHS(), branch->getThen()));
  return matchConditionalUpdate(inner, nodes.ast)
             ? nodes.branch(both->getLHS(), inner)
             : nullptr;
}

} // namespace sparsec
