//===- Checks.cpp - assertions and other ends of the program --------------===//
///
/// \file
///     assert(c);                 if (!(c)) fail();
///
/// Before anything else that is a guard, so the original fails as it does.
/// Elsewhere it is left out if facts say that it never fails.
///
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "AffineBuilder.h"
#include "NewNodes.h"

namespace sparsec {

bool endsProgram(const clang::Stmt *statement) {
  const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
  const auto *call =
      expression
          ? llvm::dyn_cast<clang::CallExpr>(expression->IgnoreParenCasts())
          : nullptr;
  return call && call->getDirectCallee() &&
         call->getDirectCallee()->isNoReturn() &&
         !call->getDirectCallee()->getDefinition();
}

/// glibc has two: `c ? (void)0 : fail()` and, for GNU C, `(.., ({ if (c) ; else
/// fail(); }))`.
clang::Stmt *assertionOf(clang::Expr *expression,
                         clang::FunctionDecl &function) {
  NewNodes nodes(function, expression->getBeginLoc());
  expression = expression->IgnoreParens();
  if (auto *both = llvm::dyn_cast<clang::BinaryOperator>(expression);
      both && both->isCommaOp() && !both->getLHS()->HasSideEffects(nodes.ast))
    expression = both->getRHS()->IgnoreParens();
  clang::Expr *condition = nullptr;
  clang::Stmt *end = nullptr;
  if (auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expression);
      choice && !choice->getTrueExpr()->HasSideEffects(nodes.ast)) {
    condition = choice->getCond();
    end = choice->getFalseExpr();
  }
  auto *group = llvm::dyn_cast<clang::StmtExpr>(expression);
  auto *branch =
      group && group->getSubStmt()->size() == 1
          ? llvm::dyn_cast<clang::IfStmt>(group->getSubStmt()->body_front())
          : nullptr;
  if (branch && branch->getElse() &&
      llvm::isa<clang::NullStmt>(branch->getThen())) {
    condition = branch->getCond();
    end = branch->getElse();
  }
  return end && endsProgram(end) ? nodes.branch(nodes.negated(condition), end)
                                 : nullptr;
}

bool isCheck(const clang::IfStmt *branch) {
  const clang::Stmt *then = branch->getThen();
  const auto *list = llvm::dyn_cast<clang::CompoundStmt>(then);
  if (list && list->size() == 1)
    then = list->body_front();
  return !branch->getElse() && !branch->getInit() &&
         !branch->getConditionVariable() && endsProgram(then);
}

void requireNever(Kernel &kernel, const Frames &frames,
                  const clang::IfStmt *check, const ScopePtr &scope) {
  Statement place = frames.instancesHere("check");
  AffineBuilder affine(kernel, place);
  if (!affine.proves(affine.condition(check->getCond(), scope).complement()))
    kernel.diagnoser.refuse(
        check->getSourceRange(),
        "this check ends the program where it fails, and facts do not say that "
        "it never does",
        "state what it checks, such as '#pragma sparsec range(col, 0, m)'; "
        "check arguments before all loops; or leave assert() out by "
        "'-- -DNDEBUG'");
}

} // namespace sparsec
