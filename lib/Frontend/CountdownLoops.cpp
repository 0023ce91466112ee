//===- CountdownLoops.cpp - loops that only count down --------------------===//
///
/// \file
/// A loop that counts a number down and does not use it counts up:
///
///     while (n--)                     c = n;
///       *y++ = *x++;           =>     for (k = 0; k != c; k++, n--)
///                                       *y++ = *x++;
///                                     n--;
///
/// `n-- > 0` is `k < c`.
///
/// Where pointers move along, what they point to is then an element k, as if
/// it had been written so.
///
//===----------------------------------------------------------------------===//

#include "CountdownLoops.h"
#include "Aliases.h"
#include "ForLoop.h"

namespace sparsec {

static clang::Stmt *loopUpTo(clang::VarDecl *count, clang::VarDecl *number,
                             clang::BinaryOperatorKind test,
                             clang::ForStmt *loop, NewNodes &nodes) {
  const clang::QualType type = count->getType();
  clang::VarDecl *counter =
      nodes.variable(number->getName(), type, nodes.number(0, type));
  clang::Expr *goesOn = nodes.binary(test, nodes.load(counter),
                                     nodes.load(count), nodes.ast.IntTy);
  clang::Expr *increment = nodes.binary(clang::BO_Comma, nodes.step(counter, 1),
                                        nodes.step(number, -1), type);
  if (loop->getInc())
    increment = nodes.binary(clang::BO_Comma, increment, loop->getInc(),
                             loop->getInc()->getType());
  return new (nodes.ast)
      clang::ForStmt(nodes.ast, nodes.declare(counter), goesOn, nullptr,
                     increment, loop->getBody(), loop->getForLoc(),
                     loop->getLParenLoc(), loop->getRParenLoc());
}

Statements countedUp(clang::ForStmt *loop, NewNodes &nodes) {
  const clang::Expr *condition =
      loop->getCond() ? loop->getCond()->IgnoreParenImpCasts() : nullptr;
  const auto *comparison =
      llvm::dyn_cast_or_null<clang::BinaryOperator>(condition);
  bool isPositive = false; // asked, rather than != 0
  if (comparison) {
    clang::Expr::EvalResult zero;
    isPositive = comparison->getOpcode() == clang::BO_GT;
    if ((!isPositive && comparison->getOpcode() != clang::BO_NE) ||
        !comparison->getRHS()->EvaluateAsInt(zero, nodes.ast) ||
        !zero.Val.getInt().isZero())
      return {};
    condition = comparison->getLHS();
  }
  const clang::UnaryOperator *step = condition ? steppedIn(condition) : nullptr;
  if (!step || !step->isDecrementOp() || !step->isPostfix())
    return {};
  auto *number =
      const_cast<clang::VarDecl *>(namedVariable(step->getSubExpr()));
  if (!number || !number->hasLocalStorage() ||
      !number->getType()->isSignedIntegerType() ||
      mentions(loop->getInit(), number) || mentions(loop->getBody(), number) ||
      mentions(loop->getInc(), number))
    return {};
  const clang::QualType type = number->getType().getUnqualifiedType();
  clang::VarDecl *count =
      nodes.variable(number->getName(), type, nodes.load(number));
  Statements parts;
  if (loop->getInit())
    parts.push_back(loop->getInit());
  parts.push_back(nodes.declare(count));
  parts.push_back(loopUpTo(
      count, number, isPositive ? clang::BO_LT : clang::BO_NE, loop, nodes));
  parts.push_back(nodes.step(number, -1));
  return parts;
}

} // namespace sparsec
