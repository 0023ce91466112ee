//===- RowWalks.cpp - loops through rows ----------------------------------===//

#include "RowWalks.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "Modified.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

std::optional<Walk> walkOf(clang::Expr *test,
                           const std::set<const clang::VarDecl *> &changed) {
  auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(test->IgnoreParenImpCasts());
  if (!comparison || !comparison->isComparisonOp() ||
      comparison->getOpcode() == clang::BO_EQ)
    return std::nullopt;
  const clang::VarDecl *left = namedVariable(comparison->getLHS());
  const clang::VarDecl *right = namedVariable(comparison->getRHS());
  const bool isLeft = left && changed.count(left);
  const clang::VarDecl *position = isLeft ? left : right;
  const clang::Expr *end = isLeft ? comparison->getRHS() : comparison->getLHS();
  const auto op = comparison->getOpcode();
  const bool isUpwards =
      op == clang::BO_NE || (isLeft ? op == clang::BO_LT : op == clang::BO_GT);
  if (!position || !changed.count(position) || !isUpwards ||
      !position->hasLocalStorage() || !position->getType()->isIntegerType() ||
      changesAny(end) ||
      llvm::any_of(changed, [&](const clang::VarDecl *other) {
        return mentions(end, other);
      }))
    return std::nullopt;
  return Walk{comparison, const_cast<clang::VarDecl *>(position)};
}

std::optional<Loop> loopOf(clang::Stmt *statement) {
  if (auto *loop = llvm::dyn_cast<clang::WhileStmt>(statement))
    if (!loop->getConditionVariable())
      return Loop{nullptr, loop->getCond(), loop->getBody(), nullptr};
  if (auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
    if (loop->getCond() && !loop->getConditionVariable())
      return Loop{loop->getInit(), loop->getCond(), loop->getBody(),
                  loop->getInc()};
  return std::nullopt;
}

std::vector<clang::Expr *> partsOf(clang::Expr *condition) {
  std::vector<clang::Expr *> parts;
  for (const clang::Expr *part : conjuncts(condition))
    parts.push_back(const_cast<clang::Expr *>(part));
  return parts;
}

bool isElement(const clang::Expr *entry) {
  entry = entry->IgnoreParenImpCasts();
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(entry);
  return llvm::isa<clang::ArraySubscriptExpr>(entry) ||
         (unary && unary->getOpcode() == clang::UO_Deref);
}

bool isAlike(const clang::Expr *one, const clang::Expr *other,
             const clang::ASTContext &ast) {
  llvm::FoldingSetNodeID oneId, otherId;
  one->IgnoreParens()->Profile(oneId, ast, /*Canonical=*/true);
  other->IgnoreParens()->Profile(otherId, ast, /*Canonical=*/true);
  return oneId == otherId;
}

clang::Stmt *loopOver(const Walk &walk, clang::VarDecl *own, clang::Stmt *body,
                      NewNodes &nodes) {
  auto side = [&](clang::Expr *part) {
    return namedVariable(part) == walk.position ? nodes.renamed(part, own)
                                                : part;
  };
  clang::Expr *test = clang::BinaryOperator::Create(
      nodes.ast, side(walk.test->getLHS()), side(walk.test->getRHS()),
      walk.test->getOpcode(), walk.test->getType(), clang::VK_PRValue,
      clang::OK_Ordinary, walk.test->getOperatorLoc(),
      clang::FPOptionsOverride());
  return nodes.loop(nodes.declare(own), test, nodes.step(own, 1), body);
}

clang::VarDecl *ownOf(const Walk &walk, NewNodes &nodes) {
  return nodes.variable(walk.position->getName(),
                        walk.position->getType().getUnqualifiedType(),
                        nodes.load(walk.position));
}

clang::Expr *equality(clang::Expr *left, clang::Expr *right, NewNodes &nodes) {
  const clang::QualType one = left->getType(), two = right->getType();
  const bool isAlike = nodes.ast.hasSameUnqualifiedType(one, two);
  if (!isAlike && (!one->isSignedIntegerType() || !two->isSignedIntegerType()))
    return nullptr;
  clang::QualType type =
      nodes.ast.getIntWidth(one) < nodes.ast.getIntWidth(two) ? two : one;
  if (nodes.ast.getIntWidth(type) < nodes.ast.getIntWidth(nodes.ast.IntTy))
    type = nodes.ast.IntTy;
  return nodes.binary(clang::BO_EQ, nodes.converted(left, type),
                      nodes.converted(right, type), nodes.ast.IntTy);
}

void readBehind(const clang::VarDecl *variable, RowMerge &made) {
  made.problem = "'" + variable->getNameAsString() +
                 "' is read behind the loop that merges or searches rows with "
                 "it";
  made.instead = "set it again, or declare it for this loop alone";
}

void References::change(clang::Stmt *statement) {
  auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  if (reference && reference->getDecl() == from) {
    undo.emplace_back([reference, old = from] { reference->setDecl(old); });
    reference->setDecl(to);
  }
  for (clang::Stmt *&child : statement->children()) {
    if (!child)
      continue;
    dropStep(child);
    change(child);
  }
}

void References::dropStep(clang::Stmt *&child) {
  auto *step = llvm::dyn_cast<clang::UnaryOperator>(child);
  if (!step || !step->isIncrementDecrementOp() ||
      namedVariable(step->getSubExpr()) != from)
    return;
  undo.emplace_back([&child, step] { child = step; });
  child = clang::ImplicitCastExpr::Create(
      from->getASTContext(), step->getType(), clang::CK_LValueToRValue,
      step->getSubExpr(), nullptr, clang::VK_PRValue,
      clang::FPOptionsOverride());
}

} // namespace sparsec
