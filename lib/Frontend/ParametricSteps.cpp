//===- ParametricSteps.cpp - loops that step by a parameter ---------------===//
///
/// \file
/// A loop to a multiple of its step counts iterations:
///
///     for (i = 0; i < n * s; i += s)      i = 0;
///       y[i] = 0;                    =>   if (s > 0)
///                                           for (k = 0; k < n; k++, i += s)
///                                             y[i] = 0;
///
/// Where s is not positive C runs no iteration, or never ends. What i is inside
/// and behind is known as for other counters. Other bounds would need to be
/// divided by s, which sets of integers cannot.
///
//===----------------------------------------------------------------------===//

#include "ParametricSteps.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "SteadyValues.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class StepMatcher {
public:
  StepMatcher(clang::ForStmt *loop, NewNodes &nodes)
      : loop(loop), nodes(nodes) {}

  Statements run() {
    if (!matchStep() || !matchStart() || !matchBound())
      return {loop};
    const clang::QualType type = count->getType().getUnqualifiedType();
    clang::VarDecl *counter =
        nodes.variable(variable->getName(), type, nodes.number(0, type));
    clang::Expr *test =
        nodes.binary(clang::BO_LT, nodes.load(counter), count, nodes.ast.IntTy);
    clang::Expr *increment =
        nodes.binary(clang::BO_Comma, nodes.step(counter, 1), loop->getInc(),
                     loop->getInc()->getType());
    auto *counted = new (nodes.ast)
        clang::ForStmt(nodes.ast, nodes.declare(counter), test, nullptr,
                       increment, loop->getBody(), loop->getForLoc(),
                       loop->getLParenLoc(), loop->getRParenLoc());
    clang::Expr *isPositive = nodes.binary(
        clang::BO_GT, step, nodes.number(0, step->getType()), nodes.ast.IntTy);
    return {loop->getInit(), nodes.branch(isPositive, counted)};
  }

private:
  /// `i += s` with a signed s that is no number.
  bool matchStep() {
    const auto *change =
        llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInc());
    if (!change || change->getOpcode() != clang::BO_AddAssign)
      return false;
    variable = namedVariable(change->getLHS());
    step = change->getRHS();
    return variable && variable->isLocalVarDecl() &&
           variable->getType()->isSignedIntegerType() &&
           step->getType()->isSignedIntegerType() &&
           !step->isEvaluatable(nodes.ast) && isSteady(step, loop) &&
           !modifiedVariables(loop->getBody()).count(variable);
  }

  /// `i = lo`, alone.
  bool matchStart() {
    start = startOf(loop, variable);
    return start && isSteady(start, loop);
  }

  bool isSame(const clang::Expr *a, const clang::Expr *b) const {
    llvm::FoldingSetNodeID first, second;
    a->IgnoreParenImpCasts()->Profile(first, nodes.ast, true);
    b->IgnoreParenImpCasts()->Profile(second, nodes.ast, true);
    return first == second;
  }

  /// Others wrap around.
  static bool isSigned(const clang::Expr *value) {
    return value->getType()->isSignedIntegerType();
  }

  /// `i < m * s` for a start of 0, `i < lo + m * s` for another one.
  bool matchBound() {
    const auto *test = llvm::dyn_cast_or_null<clang::BinaryOperator>(
        loop->getCond() ? loop->getCond()->IgnoreParens() : nullptr);
    if (!test || test->getOpcode() != clang::BO_LT ||
        namedVariable(test->getLHS()) != variable ||
        !isSigned(test->getLHS()) || !isSigned(test->getRHS()) ||
        !isSigned(start->IgnoreParenImpCasts()))
      return false;
    clang::Expr *bound = test->getRHS()->IgnoreParenImpCasts();
    clang::Expr::EvalResult value;
    const bool isZero =
        start->EvaluateAsInt(value, nodes.ast) && value.Val.getInt().isZero();
    if (!isZero) {
      auto *sum = llvm::dyn_cast<clang::BinaryOperator>(bound);
      if (!sum || sum->getOpcode() != clang::BO_Add || !isSigned(sum))
        return false;
      if (isSame(sum->getLHS(), start))
        bound = sum->getRHS()->IgnoreParenImpCasts();
      else if (isSame(sum->getRHS(), start))
        bound = sum->getLHS()->IgnoreParenImpCasts();
      else
        return false;
    }
    auto *product = llvm::dyn_cast<clang::BinaryOperator>(bound);
    if (!product || product->getOpcode() != clang::BO_Mul || !isSigned(product))
      return false;
    const bool isRight = isSame(product->getRHS(), step);
    if (!isRight && !isSame(product->getLHS(), step))
      return false;
    count = isRight ? product->getLHS() : product->getRHS();
    return count->getType()->isSignedIntegerType() && isSteady(count, loop);
  }

  clang::ForStmt *loop;
  NewNodes &nodes;
  const clang::VarDecl *variable = nullptr;
  clang::Expr *step = nullptr, *count = nullptr;
  const clang::Expr *start = nullptr;
};

} // namespace

Statements withoutParametricStep(clang::ForStmt *loop, NewNodes &nodes) {
  return StepMatcher(loop, nodes).run();
}

} // namespace sparsec
