//===- ChainedAssignments.cpp - `a = b = v` -------------------------------===//
///
/// \file
///     s = t = 0;               =>    t = 0; s = 0;
///     a[i] = b[j] += x;        =>    b[j] += x; a[i] = b[j];
///
/// The value of an assignment is that of its left side afterwards, in the type
/// of that. The left sides have no side effects, and the outer one does not
/// read what the inner one sets: C does not say which comes first.
///
//===----------------------------------------------------------------------===//

#include "ChainedAssignments.h"
#include "Aliases.h"
#include "ForLoop.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

clang::BinaryOperator *assignmentIn(clang::Expr *value) {
  auto *inner =
      llvm::dyn_cast<clang::BinaryOperator>(value->IgnoreParenImpCasts());
  return inner && inner->isAssignmentOp() ? inner : nullptr;
}

/// Whether an object of \p type is none of \p other: C lets no integer be read
/// as a real number, but characters may be bytes of either.
bool areApart(clang::QualType type, clang::QualType other) {
  auto isReal = [](clang::QualType one) {
    return one->isRealFloatingType() || one->isAnyComplexType();
  };
  auto isWhole = [](clang::QualType one) {
    return one->isIntegerType() && !one->isAnyCharacterType();
  };
  return (isReal(type) && isWhole(other)) || (isWhole(type) && isReal(other));
}

/// Whether the place of \p outer is the same before and after \p inner.
bool isApart(const clang::Expr *outer, const clang::BinaryOperator *inner,
             const clang::ASTContext &ast) {
  if (outer->HasSideEffects(ast) || inner->getLHS()->HasSideEffects(ast) ||
      !inner->getType()->isArithmeticType())
    return false;
  const clang::VarDecl *set = namedVariable(inner->getLHS());
  return set ? !mentions(outer, set)
             : !mayLoad(outer, inner->getLHS()->getType());
}

/// Whether \p value is the same in all types of numbers, or a literal of \p
/// type: to write it twice is to compute it twice.
bool isLiteral(const clang::Expr *value, clang::QualType type,
               const clang::ASTContext &ast) {
  const clang::Expr *plain = value->IgnoreParenImpCasts();
  const bool isWritten =
      llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral>(plain);
  if (!isWritten)
    return false;
  if (ast.hasSameUnqualifiedType(plain->getType(), type))
    return true;
  const auto *number = llvm::dyn_cast<clang::IntegerLiteral>(plain);
  const auto *real = llvm::dyn_cast<clang::FloatingLiteral>(plain);
  return number ? number->getValue().ule(1)
                : real->getValue().isZero() && !real->getValue().isNegative();
}

/// \p shell, the conversions around an assignment, around \p value.
clang::Expr *rewrapped(clang::Expr *shell, clang::Expr *value,
                       clang::ASTContext &ast) {
  shell = shell->IgnoreParens();
  auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(shell);
  if (!cast)
    return value;
  return clang::ImplicitCastExpr::Create(
      ast, cast->getType(), cast->getCastKind(),
      rewrapped(cast->getSubExpr(), value, ast), nullptr, clang::VK_PRValue,
      clang::FPOptionsOverride());
}

bool split(clang::BinaryOperator *outer, NewNodes &nodes, Statements &parts) {
  clang::BinaryOperator *inner = assignmentIn(outer->getRHS());
  if (!inner) {
    parts.push_back(outer);
    return true;
  }
  if (!isApart(outer->getLHS(), inner, nodes.ast) ||
      !split(inner, nodes, parts))
    return false;
  // The innermost one may have been replaced.
  auto *last = llvm::cast<clang::BinaryOperator>(parts.back());
  const bool isRepeated =
      last->getOpcode() == clang::BO_Assign &&
      isLiteral(last->getRHS(), last->getLHS()->getType(), nodes.ast);
  clang::Expr *value = isRepeated ? last->getRHS() : nodes.load(last->getLHS());
  value = rewrapped(outer->getRHS(), value, nodes.ast);
  if (auto *update = llvm::dyn_cast<clang::CompoundAssignOperator>(outer))
    parts.push_back(clang::CompoundAssignOperator::Create(
        nodes.ast, update->getLHS(), value, update->getOpcode(),
        update->getType(), update->getValueKind(), update->getObjectKind(),
        update->getOperatorLoc(), clang::FPOptionsOverride(),
        update->getComputationLHSType(), update->getComputationResultType()));
  else
    parts.push_back(clang::BinaryOperator::Create(
        nodes.ast, outer->getLHS(), value, outer->getOpcode(), outer->getType(),
        outer->getValueKind(), outer->getObjectKind(), outer->getOperatorLoc(),
        clang::FPOptionsOverride()));
  return true;
}

} // namespace

bool mayLoad(const clang::Stmt *part, clang::QualType stored) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
  const auto *field =
      member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl())
             : nullptr;
  if (field && field->getParent()->isUnion())
    return true;
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(part);
  if (cast && cast->getCastKind() == clang::CK_LValueToRValue &&
      !cast->getType()->isPointerType() && !namedVariable(cast->getSubExpr()) &&
      !areApart(cast->getType(), stored))
    return true;
  return llvm::any_of(part->children(), [&](const clang::Stmt *child) {
    return child && mayLoad(child, stored);
  });
}

Statements splitChains(clang::Expr *expression, NewNodes &nodes) {
  auto *both =
      llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParens());
  if (both && both->isCommaOp()) {
    Statements parts = splitChains(both->getLHS(), nodes);
    Statements rest = splitChains(both->getRHS(), nodes);
    if (parts.size() + rest.size() == 2)
      return {expression};
    parts.insert(parts.end(), rest.begin(), rest.end());
    return parts;
  }
  Statements parts;
  if (both && both->isAssignmentOp() && assignmentIn(both->getRHS()) &&
      split(both, nodes, parts))
    return parts;
  return {expression};
}

} // namespace sparsec
