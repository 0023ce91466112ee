//===- MergeBody.cpp - what one step of a merge does ----------------------===//
///
/// \file
/// The body is run three times, with the entries less, equal and greater. That
/// decides its conditions, so that the order in which cases are written, `else`
/// and steps such as `p += a <= b` do not matter.
///
//===----------------------------------------------------------------------===//

#include "MergeBody.h"
#include "Aliases.h"
#include "Constructs.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "Modified.h"
#include "Steps.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

MergeBody::MergeBody(clang::Stmt *body, const clang::VarDecl *first,
                     const clang::VarDecl *second, const clang::ASTContext &ast)
    : first(first), second(second), ast(ast) {
  const std::set<const clang::VarDecl *> modified = modifiedVariables(body);
  for (clang::Stmt *part : body->children())
    if (auto *list = llvm::dyn_cast_or_null<clang::DeclStmt>(part))
      for (clang::Decl *declared : list->decls())
        if (auto *local = llvm::dyn_cast<clang::VarDecl>(declared);
            local && local->getInit() && !modified.count(local))
          locals[local] = local->getInit();
  Outcome less, equal, greater;
  if (hasBreak(body) || !run(body, Order::Equal, equal) ||
      !run(body, Order::Less, less) || !run(body, Order::Greater, greater) ||
      !left || !right)
    return;
  // Where entries are equal, one step is enough: the next entry of a list that
  // rises is greater.
  if (less.first != 1 || less.second != 0 || greater.first != 0 ||
      greater.second != 1 || equal.first > 1 || equal.second > 1 ||
      equal.first + equal.second == 0)
    return;
  kind = works(less) || works(greater) ? Kind::Union : Kind::Intersection;
  work = equal.done;
}

static bool calls(const clang::Stmt *part) {
  return llvm::isa<clang::CallExpr>(part) ||
         llvm::any_of(part->children(), [](const clang::Stmt *child) {
           return child && calls(child);
         });
}

bool MergeBody::works(const Outcome &outcome) {
  return llvm::any_of(outcome.done, [](const clang::Stmt *statement) {
    return !llvm::isa<clang::DeclStmt>(statement) || changesAny(statement) ||
           calls(statement);
  });
}

bool MergeBody::run(clang::Stmt *statement, Order order, Outcome &outcome) {
  if (outcome.hasEnded || llvm::isa<clang::NullStmt>(statement))
    return true;
  if (llvm::isa<clang::CompoundStmt>(statement))
    return llvm::all_of(statement->children(), [&](clang::Stmt *child) {
      return run(child, order, outcome);
    });
  if (llvm::isa<clang::ContinueStmt>(statement)) {
    outcome.hasEnded = true;
    return true;
  }
  if (auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return runBranch(branch, order, outcome);
  if (auto *expression = llvm::dyn_cast<clang::Expr>(statement))
    return runExpression(expression, order, outcome);
  return keep(statement, outcome);
}

bool MergeBody::runBranch(clang::IfStmt *branch, Order order,
                          Outcome &outcome) {
  if (branch->getInit() || branch->getConditionVariable())
    return false;
  const std::optional<bool> isTaken = holds(branch->getCond(), order, outcome);
  if (!isTaken)
    return keep(branch, outcome);
  clang::Stmt *taken = *isTaken ? branch->getThen() : branch->getElse();
  return !taken || run(taken, order, outcome);
}

/// `p++`, `p += 1`, `p = p + 1`, `p += a <= b`; or work.
bool MergeBody::runExpression(clang::Expr *expression, Order order,
                              Outcome &outcome) {
  expression = expression->IgnoreParens();
  auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (binary && binary->isCommaOp())
    return runExpression(binary->getLHS(), order, outcome) &&
           runExpression(binary->getRHS(), order, outcome);
  const clang::Expr *target = modifiedBy(expression);
  const clang::VarDecl *variable = target ? namedVariable(target) : nullptr;
  if (!variable || (variable != first && variable != second))
    return keep(expression, outcome);
  int &steps = variable == first ? outcome.first : outcome.second;
  auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  if (unary) {
    ++steps;
    return unary->isIncrementOp();
  }
  clang::Expr *amount = binary->getRHS()->IgnoreParenImpCasts();
  if (binary->getOpcode() == clang::BO_Assign) {
    auto *sum = llvm::dyn_cast<clang::BinaryOperator>(amount);
    if (!sum || sum->getOpcode() != clang::BO_Add ||
        namedVariable(sum->getLHS()) != variable)
      return false;
    amount = sum->getRHS()->IgnoreParenImpCasts();
  } else if (binary->getOpcode() != clang::BO_AddAssign) {
    return false;
  }
  clang::Expr::EvalResult value;
  if (amount->EvaluateAsInt(value, ast)) {
    steps += value.Val.getInt() == 1;
    return value.Val.getInt() == 1;
  }
  const std::optional<bool> isMade = holds(amount, order, outcome);
  steps += isMade && *isMade;
  return isMade.has_value();
}

/// Work reads positions before their step, and makes that at most in passing.
bool MergeBody::keep(clang::Stmt *statement, Outcome &outcome) const {
  if (hasContinue(statement))
    return false;
  for (const clang::VarDecl *variable : {first, second}) {
    int &steps = variable == first ? outcome.first : outcome.second;
    if (steps && mentions(statement, variable))
      return false;
    if (!modifiedVariables(statement).count(variable))
      continue;
    const std::vector<clang::UnaryOperator *> made =
        postStepsOf(statement, variable);
    if (made.size() != 1 || !stepsIn(statement).count(made.front()))
      return false;
    ++steps;
  }
  outcome.done.push_back(statement);
  return true;
}

std::optional<bool> MergeBody::holds(clang::Expr *condition, Order order,
                                     const Outcome &outcome) {
  condition = condition->IgnoreParenImpCasts();
  if (auto *unary = llvm::dyn_cast<clang::UnaryOperator>(condition);
      unary && unary->getOpcode() == clang::UO_LNot) {
    const std::optional<bool> inner =
        holds(unary->getSubExpr(), order, outcome);
    return inner ? std::optional<bool>(!*inner) : std::nullopt;
  }
  auto *binary = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (!binary)
    return std::nullopt;
  if (binary->isComparisonOp())
    return compare(binary, order, outcome);
  if (!binary->isLogicalOp())
    return std::nullopt;
  const std::optional<bool> one = holds(binary->getLHS(), order, outcome),
                            two = holds(binary->getRHS(), order, outcome);
  if (!one || !two)
    return std::nullopt;
  return binary->getOpcode() == clang::BO_LAnd ? *one && *two : *one || *two;
}

std::optional<bool> MergeBody::compare(clang::BinaryOperator *comparison,
                                       Order order, const Outcome &outcome) {
  clang::Expr *one = comparison->getLHS(), *two = comparison->getRHS();
  const bool isPlain = isEntry(one, first, second, outcome.first, left) &&
                       isEntry(two, second, first, outcome.second, right);
  if (!isPlain && (!isEntry(two, first, second, outcome.first, left) ||
                   !isEntry(one, second, first, outcome.second, right)))
    return std::nullopt;
  if (!isPlain && order != Order::Equal)
    order = order == Order::Less ? Order::Greater : Order::Less;
  switch (comparison->getOpcode()) {
  case clang::BO_LT:
    return order == Order::Less;
  case clang::BO_LE:
    return order != Order::Greater;
  case clang::BO_GT:
    return order == Order::Greater;
  case clang::BO_GE:
    return order != Order::Less;
  case clang::BO_EQ:
    return order == Order::Equal;
  case clang::BO_NE:
    return order != Order::Equal;
  default:
    return std::nullopt;
  }
}

bool MergeBody::isEntry(clang::Expr *side, const clang::VarDecl *variable,
                        const clang::VarDecl *other, int steps,
                        clang::Expr *&entry) {
  clang::Expr *value = resolved(side);
  if (!value->getType()->isIntegerType() || !mentions(value, variable) ||
      mentions(value, other) || changesAny(value) ||
      (steps && mentions(side, variable)))
    return false;
  if (!entry)
    entry = value;
  return isAlike(entry, value);
}

clang::Expr *MergeBody::resolved(clang::Expr *value) const {
  value = value->IgnoreParens();
  auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(value);
  if (cast && cast->getCastKind() == clang::CK_IntegralCast)
    return resolved(cast->getSubExpr());
  auto local = locals.find(namedVariable(value));
  // A local of a narrower type holds something else.
  if (local == locals.end() ||
      !ast.hasSameUnqualifiedType(
          local->first->getType(),
          local->second->IgnoreParenImpCasts()->getType()))
    return value;
  return resolved(local->second);
}

bool MergeBody::isAlike(const clang::Expr *one,
                        const clang::Expr *other) const {
  llvm::FoldingSetNodeID oneId, otherId;
  one->Profile(oneId, ast, /*Canonical=*/true);
  other->Profile(otherId, ast, /*Canonical=*/true);
  return oneId == otherId;
}

std::vector<clang::UnaryOperator *>
postStepsOf(clang::Stmt *statement, const clang::VarDecl *variable) {
  std::vector<clang::UnaryOperator *> steps;
  auto *unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
  if (unary && unary->getOpcode() == clang::UO_PostInc &&
      namedVariable(unary->getSubExpr()) == variable)
    return {unary};
  for (clang::Stmt *child : statement->children())
    if (child)
      for (clang::UnaryOperator *step : postStepsOf(child, variable))
        steps.push_back(step);
  return steps;
}

} // namespace sparsec
