//===- LoopForms.cpp - loops with a bound in their head -------------------===//
///
/// \file
///     for (k = lo; k < hi && !found; k++)     for (k = lo; k < hi; k++) {
///       work;                            =>     if (!!found) break;
///                                               work; }
///     while (1) {                             for (; k < hi; k++) {
///       if (k >= hi) break;              =>     j = c[k];
///       j = c[k++];                             if (j == i) continue;
///       if (j == i) continue;                   s += v[k];
///       s += v[k - 1];                        }
///     }
///
///     while (k < hi) {                        for (; k < hi; k++) {
///       if (c[k] == i) {                 =>     if (c[k] == i)
///         k++;                                    continue;
///         continue;                             s += v[k];
///       }                                     }
///       s += v[k];
///       k++;
///     }
///
/// The step moves into the head where jumps stand beside it; others stay where
/// they are (CountedLoops.cpp).
///
//===----------------------------------------------------------------------===//

#include "LoopForms.h"
#include "Aliases.h"
#include "Constructs.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "LoopParts.h"
#include "LoopSteps.h"
#include "Modified.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace sparsec {
namespace {

using Undo = std::vector<std::function<void()>>;

bool isInteger(const clang::Expr *expression) {
  return expression->IgnoreParenImpCasts()->getType()->isIntegerType();
}

bool isOnlyBreak(const clang::Stmt *statement) {
  const auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement);
  if (list)
    return list->size() == 1 && isOnlyBreak(list->body_front());
  return llvm::isa<clang::BreakStmt>(statement);
}

/// The negation of \p test as a conjunction, where that can be written without
/// `!`; null for others.
clang::Expr *opposite(clang::Expr *test, NewNodes &nodes) {
  test = test->IgnoreParenImpCasts();
  auto *negation = llvm::dyn_cast<clang::UnaryOperator>(test);
  if (negation && negation->getOpcode() == clang::UO_LNot)
    return negation->getSubExpr();
  auto *binary = llvm::dyn_cast<clang::BinaryOperator>(test);
  if (!binary)
    return nullptr;
  if (binary->getOpcode() == clang::BO_LOr) {
    clang::Expr *left = opposite(binary->getLHS(), nodes);
    clang::Expr *right = opposite(binary->getRHS(), nodes);
    if (!left && !right)
      return nullptr;
    left = left ? left : nodes.negated(binary->getLHS());
    right = right ? right : nodes.negated(binary->getRHS());
    return nodes.binary(clang::BO_LAnd, left, right, nodes.ast.IntTy);
  }
  if (!binary->isComparisonOp() || !isInteger(binary->getLHS()) ||
      !isInteger(binary->getRHS()))
    return nullptr;
  return nodes.binary(
      clang::BinaryOperator::negateComparisonOp(binary->getOpcode()),
      binary->getLHS(), binary->getRHS(), nodes.ast.IntTy);
}

class LoopFormer {
public:
  LoopFormer(clang::Stmt *loop, llvm::ArrayRef<clang::Stmt *> behind,
             NewNodes &nodes, Undo &undo)
      : loop(loop), behind(behind), nodes(nodes), undo(undo) {}

  Statements run() {
    if (!read())
      return {};
    takeTestOfBody();
    const bool isCounted = moveTests();
    if (!isCounted)
      return {};
    const std::optional<BodyStep> inBody =
        parts.increment ? std::nullopt
                        : stepIn(parts.body, bound->variable, nodes.ast);
    if (!parts.increment && !inBody)
      moveLastSteps();
    if (isSingle)
      keepEnd(parts, *bound, *step, behind, nodes, undo);
    if (inBody && (hasBreak(parts.body) || hasContinue(parts.body))) {
      parts.increment = inBody->isStatement
                            ? inBody->step
                            : nodes.step(bound->variable, inBody->amount);
      parts.body =
          withoutStep(parts.body, *inBody, bound->variable, nodes, undo);
      parts.isChanged = true;
    }
    if (!parts.isChanged)
      return {};
    Statements result = parts.before;
    result.push_back(new (nodes.ast) clang::ForStmt(
        nodes.ast, parts.init, parts.condition, nullptr, parts.increment,
        parts.body, loop->getBeginLoc(), loop->getBeginLoc(),
        loop->getEndLoc()));
    return result;
  }

private:
  bool read() {
    if (auto *plain = llvm::dyn_cast<clang::WhileStmt>(loop)) {
      parts = {nullptr, plain->getCond(), nullptr, plain->getBody()};
      return !plain->getConditionVariable();
    }
    if (auto *counted = llvm::dyn_cast<clang::ForStmt>(loop)) {
      parts = {counted->getInit(), counted->getCond(), counted->getInc(),
               counted->getBody()};
      return !counted->getConditionVariable();
    }
    auto *late = llvm::dyn_cast<clang::DoStmt>(loop);
    const std::optional<LoopParts> tested =
        late ? lateLoop(late, nodes) : std::nullopt;
    parts = tested ? *tested : LoopParts();
    return tested.has_value();
  }

  /// `while (1) { if (k >= hi) break; ..` as `while (k < hi) { ..`.
  void takeTestOfBody() {
    clang::Expr::EvalResult always;
    if (parts.condition &&
        (!parts.condition->EvaluateAsInt(always, nodes.ast) ||
         always.Val.getInt().isZero()))
      return;
    Statements body = statementsOf(parts.body);
    auto *first =
        body.empty() ? nullptr : llvm::dyn_cast<clang::IfStmt>(body.front());
    if (!first || first->getElse() || first->getInit() ||
        first->getConditionVariable() || !isOnlyBreak(first->getThen()) ||
        mayAct(first->getCond()))
      return;
    clang::Expr *goesOn = opposite(first->getCond(), nodes);
    if (!goesOn)
      return;
    parts.condition = goesOn;
    body.erase(body.begin());
    parts.body = nodes.list(body);
    parts.isChanged = true;
  }

  /// How much each iteration adds to \p variable, where that is a constant.
  std::optional<long> stepOf(const clang::VarDecl *variable) const {
    if (!parts.increment) {
      if (const auto step = stepIn(parts.body, variable, nodes.ast))
        return step->amount;
      const auto steps = lastStepsIn(parts.body, variable, nodes.ast);
      return steps ? std::optional(steps->amount) : std::nullopt;
    }
    if (changes(parts.body, variable) ||
        countChanges(parts.increment, variable) != 1)
      return std::nullopt;
    std::vector<const clang::Expr *> open = {parts.increment};
    while (!open.empty()) {
      const clang::Expr *one = open.back()->IgnoreParens();
      open.pop_back();
      const auto *both = llvm::dyn_cast<clang::BinaryOperator>(one);
      if (both && both->isCommaOp()) {
        open.push_back(both->getLHS());
        open.push_back(both->getRHS());
      } else if (const auto step = constantStep(one, nodes.ast);
                 step && step->first == variable) {
        return step->second;
      }
    }
    return std::nullopt;
  }

  /// The steps at the ends of the body as one in the head.
  void moveLastSteps() {
    const auto steps = lastStepsIn(parts.body, bound->variable, nodes.ast);
    if (!steps)
      return;
    parts.increment = steps->step;
    dropSteps(*steps, nodes.ast, undo);
    parts.isChanged = true;
  }

  /// Finds the bound, and moves what else the condition asks for into the body.
  /// False where nothing counts.
  bool moveTests() {
    if (!parts.condition || mayAct(parts.condition))
      return false;
    std::set<const clang::VarDecl *> changed = modifiedVariables(parts.body);
    if (parts.increment)
      changed.merge(modifiedVariables(parts.increment));
    const std::vector<const clang::Expr *> tests = conjuncts(parts.condition);
    for (const clang::Expr *test : tests) {
      bound = boundOf(test, changed);
      step = bound && !isAddressed(bound->variable) ? stepOf(bound->variable)
                                                    : std::nullopt;
      if (step)
        break;
    }
    if (!step)
      return false;
    std::vector<const clang::Expr *> kept, moved;
    for (const clang::Expr *test : tests)
      (isBound(test) ? kept : moved).push_back(test);
    isSingle = kept.size() == 1;
    if (moved.empty())
      return true;
    parts.condition = const_cast<clang::Expr *>(kept.front());
    for (const clang::Expr *test : llvm::drop_begin(kept))
      parts.condition =
          nodes.binary(clang::BO_LAnd, parts.condition,
                       const_cast<clang::Expr *>(test), nodes.ast.IntTy);
    Statements body;
    for (const clang::Expr *test : moved)
      body.push_back(breakUnless(test, nodes));
    for (clang::Stmt *part : statementsOf(parts.body))
      body.push_back(part);
    parts.body = nodes.list(body);
    parts.isChanged = true;
    return true;
  }

  /// Whether \p test compares the variable, and a distance, with something.
  bool isBound(const clang::Expr *test) const {
    if (boundOf(test, {bound->variable}))
      return true;
    const auto *comparison =
        llvm::dyn_cast<clang::BinaryOperator>(test->IgnoreParenImpCasts());
    if (!comparison || !comparison->isComparisonOp() ||
        comparison->getOpcode() == clang::BO_EQ)
      return false;
    for (const clang::Expr *side :
         {comparison->getLHS(), comparison->getRHS()}) {
      const auto *sum =
          llvm::dyn_cast<clang::BinaryOperator>(side->IgnoreParenImpCasts());
      if (sum && sum->isAdditiveOp() &&
          (namedVariable(sum->getLHS()) == bound->variable ||
           namedVariable(sum->getRHS()) == bound->variable))
        return true;
    }
    return false;
  }

  clang::Stmt *loop;
  llvm::ArrayRef<clang::Stmt *> behind;
  NewNodes &nodes;
  Undo &undo;
  LoopParts parts;
  std::optional<LoopBound> bound;
  std::optional<long> step;
  bool isSingle = false; ///< the bound is all that the head asks for
};

} // namespace

Statements withBoundInHead(clang::Stmt *loop,
                           llvm::ArrayRef<clang::Stmt *> behind,
                           NewNodes &nodes, Undo &undo) {
  return LoopFormer(loop, behind, nodes, undo).run();
}

} // namespace sparsec
