//===- CountedLoops.cpp - `while` and moving pointers ---------------------===//
///
/// \file
/// A loop whose condition compares a variable to which each iteration adds the
/// same constant is one that counts:
///
///     while (i < n) { ..; i++; }      =>  for (; i < n; i++) ..
///
///     for (p = y; p < end; p++) ..    =>  p = y;
///                                         start = p;
///                                         for (k = 0; k < end - start;
///                                              k++, p++) ..
///     while (i < n) { ..; i += 2; y[i] = 0; }
///                                     =>  for (k = i; k < n; k += 2)
///                                           { ..; i += 2; y[i] = 0; }
///
/// Where the condition is evaluated, p is start + k, and i is k. What the
/// variable is inside and behind such loops is known as for other counters.
///
//===----------------------------------------------------------------------===//

#include "CountedLoops.h"
#include "Aliases.h"
#include "Constructs.h"
#include "CountdownLoops.h"
#include "Counters.h"
#include "ForLoop.h"
#include "Modified.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class LoopCounter {
public:
  LoopCounter(clang::ForStmt *loop, NewNodes &nodes)
      : loop(loop), nodes(nodes) {}

  Statements run() {
    if (!loop->getCond())
      return {loop};
    // `while (n--)` counts by itself.
    if (loop->getCond()->HasSideEffects(nodes.ast)) {
      const Statements up =
          hasBreak(loop->getBody()) ? Statements() : countedUp(loop, nodes);
      return up.empty() ? Statements{loop} : up;
    }
    const clang::VarDecl *tested = testedVariable();
    if (!tested)
      return {loop};
    const bool isPointer = tested->getType()->isPointerType();
    if (!isPointer && !isInBody(tested))
      return {loop};
    const std::optional<long> step = stepOf(tested);
    if (!step || *step == 0)
      return {loop};
    auto *variable = const_cast<clang::VarDecl *>(tested);
    if (!isPointer)
      if (Statements moved = withStepInHead(variable); !moved.empty())
        return moved;
    return counted(variable, *step);
  }

private:
  bool isInBody(const clang::VarDecl *variable) const {
    return modifiedVariables(loop->getBody()).count(variable) != 0;
  }

  /// The variable that the loop changes and every comparison is about.
  const clang::VarDecl *testedVariable() const {
    const std::set<const clang::VarDecl *> changed = modifiedVariables(loop);
    const clang::VarDecl *tested = nullptr;
    for (const clang::Expr *part : conjuncts(loop->getCond())) {
      const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(part);
      if (!comparison || !comparison->isComparisonOp() ||
          comparison->getOpcode() == clang::BO_EQ)
        return nullptr;
      const clang::VarDecl *left = namedVariable(comparison->getLHS());
      const clang::VarDecl *right = namedVariable(comparison->getRHS());
      const bool isLeft = left && changed.count(left);
      const bool isRight = right && changed.count(right);
      const clang::VarDecl *one = isLeft ? left : right;
      if (isLeft == isRight || (tested && tested != one) || !isCountable(one) ||
          (one->getType()->isPointerType() && isOfNull(comparison)))
        return nullptr;
      const clang::Expr *other =
          isLeft ? comparison->getRHS() : comparison->getLHS();
      if (mentions(other, one))
        return nullptr;
      tested = one;
    }
    return tested;
  }

  bool isCountable(const clang::VarDecl *variable) const {
    const clang::QualType type = variable->getType();
    return !type.isVolatileQualified() && variable->hasLocalStorage() &&
           ((type->isIntegerType() && !type->isBooleanType()) ||
            (type->isPointerType() &&
             type->getPointeeType()->isConstantSizeType()));
  }

  bool isOfNull(const clang::BinaryOperator *comparison) const {
    return llvm::any_of(std::array{comparison->getLHS(), comparison->getRHS()},
                        [&](const clang::Expr *side) {
                          return side->isNullPointerConstant(
                              nodes.ast, clang::Expr::NPC_ValueDependentIsNull);
                        });
  }

  /// What each iteration adds to \p variable.
  std::optional<long> stepOf(const clang::VarDecl *variable) const {
    const std::optional<std::vector<Product>> added =
        eachAdds(loop, variable, nodes.ast);
    if (!added)
      return std::nullopt;
    long sum = 0;
    for (const Product &product : *added) {
      long amount = product.multiple;
      for (const Factor &factor : product.factors) {
        clang::Expr::EvalResult value;
        if (factor.isTrips || factor.low ||
            !factor.value->EvaluateAsInt(value, nodes.ast) ||
            !value.Val.getInt().isSignedIntN(32))
          return std::nullopt;
        amount *= value.Val.getInt().getExtValue();
      }
      sum += amount;
    }
    return sum;
  }

  /// The loop whose body ends in its only change of \p variable; empty where it
  /// does not.
  Statements withStepInHead(const clang::VarDecl *variable) {
    auto *body = llvm::dyn_cast<clang::CompoundStmt>(loop->getBody());
    if (!body || body->body_empty() || loop->getInc() || hasContinue(body))
      return {};
    auto *last = llvm::dyn_cast<clang::Expr>(body->body_back());
    const clang::Expr *target =
        last ? modifiedBy(last->IgnoreParens()) : nullptr;
    Statements rest(body->body_begin(), body->body_end() - 1);
    const bool isElsewhere =
        llvm::any_of(rest, [&](const clang::Stmt *statement) {
          return modifiedVariables(statement).count(variable) != 0;
        });
    if (!target || namedVariable(target) != variable || isElsewhere)
      return {};
    return {new (nodes.ast) clang::ForStmt(
        nodes.ast, loop->getInit(), loop->getCond(), nullptr, last,
        nodes.list(rest), loop->getForLoc(), loop->getLParenLoc(),
        loop->getRParenLoc())};
  }

  Statements counted(clang::VarDecl *variable, long step) {
    const clang::QualType type = variable->getType();
    const bool isPointer = type->isPointerType();
    Statements parts;
    if (loop->getInit())
      parts.push_back(loop->getInit());
    clang::VarDecl *start = nullptr;
    if (isPointer) {
      start = nodes.variable(variable->getName(), type.getUnqualifiedType(),
                             nodes.load(variable));
      parts.push_back(nodes.declare(start));
    }
    clang::VarDecl *counter =
        isPointer
            ? nodes.variable(variable->getName(),
                             nodes.ast.getPointerDiffType(),
                             nodes.number(0, nodes.ast.getPointerDiffType()))
            : nodes.variable(variable->getName(), type.getUnqualifiedType(),
                             nodes.load(variable));
    clang::Expr *increment = nodes.step(counter, step);
    if (loop->getInc())
      increment = nodes.binary(clang::BO_Comma, increment, loop->getInc(),
                               loop->getInc()->getType());
    parts.push_back(new (nodes.ast) clang::ForStmt(
        nodes.ast, nodes.declare(counter),
        condition(loop->getCond(), variable, counter, start), nullptr,
        increment, loop->getBody(), loop->getForLoc(), loop->getLParenLoc(),
        loop->getRParenLoc()));
    return parts;
  }

  /// \p test about \p counter.
  clang::Expr *condition(clang::Expr *test, const clang::VarDecl *variable,
                         clang::VarDecl *counter, clang::VarDecl *start) {
    test = test->IgnoreParens();
    auto *binary = llvm::cast<clang::BinaryOperator>(test);
    auto side = [&](clang::Expr *part) {
      if (binary->isLogicalOp())
        return condition(part, variable, counter, start);
      if (namedVariable(part) == variable)
        return start ? nodes.load(counter) : nodes.renamed(part, counter);
      return start ? nodes.binary(clang::BO_Sub, part, nodes.load(start),
                                  nodes.ast.getPointerDiffType())
                   : part;
    };
    clang::Expr *left = side(binary->getLHS());
    clang::Expr *right = side(binary->getRHS());
    return clang::BinaryOperator::Create(
        nodes.ast, left, right, binary->getOpcode(), binary->getType(),
        clang::VK_PRValue, clang::OK_Ordinary, binary->getOperatorLoc(),
        clang::FPOptionsOverride());
  }

  clang::ForStmt *loop;
  NewNodes &nodes;
};

} // namespace

/// `while (n--)`, `while (n-- > 0)`.
static bool isSteppedInTest(const clang::Expr *condition) {
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (comparison && comparison->isComparisonOp())
    return steppedIn(comparison->getLHS()) || steppedIn(comparison->getRHS());
  return steppedIn(condition) != nullptr;
}

Statements countedLoop(clang::ForStmt *loop, NewNodes &nodes) {
  return LoopCounter(loop, nodes).run();
}

Statements countedLoop(clang::WhileStmt *loop, clang::Stmt *body,
                       NewNodes &nodes) {
  if (loop->getConditionVariable())
    return {loop};
  auto *plain = new (nodes.ast) clang::ForStmt(
      nodes.ast, nullptr, loop->getCond(), nullptr, nullptr, body,
      loop->getWhileLoc(), loop->getLParenLoc(), loop->getRParenLoc());
  const Statements parts = countedLoop(plain, nodes);
  const bool isCounted = parts.size() > 1 ||
                         llvm::cast<clang::ForStmt>(parts.back())->getInit() ||
                         llvm::cast<clang::ForStmt>(parts.back())->getInc() ||
                         isSteppedInTest(loop->getCond());
  return isCounted ? parts : Statements{loop};
}

} // namespace sparsec
