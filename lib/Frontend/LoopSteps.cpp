//===- LoopSteps.cpp - where bodies of loops step a variable --------------===//

#include "LoopSteps.h"
#include "Aliases.h"
#include "Constructs.h"
#include "Counters.h"
#include "Modified.h"
#include "Steps.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

namespace sparsec {

std::optional<std::pair<clang::VarDecl *, long>>
constantStep(const clang::Expr *step, const clang::ASTContext &ast) {
  step = step->IgnoreParens();
  const clang::VarDecl *variable = nullptr;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(step))
    variable = steppedVariable(unary);
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(step))
    variable = namedVariable(binary->getLHS());
  const std::optional<Product> addend =
      variable ? addendOf(step) : std::nullopt;
  if (!addend)
    return std::nullopt;
  long amount = addend->multiple;
  for (const Factor &factor : addend->factors) {
    clang::Expr::EvalResult value;
    if (!factor.value->EvaluateAsInt(value, ast) ||
        !value.Val.getInt().isSignedIntN(32))
      return std::nullopt;
    amount *= value.Val.getInt().getExtValue();
  }
  const unsigned bits = ast.getIntWidth(variable->getType());
  if (amount == 0 || (bits < 64 && std::labs(amount) >> (bits - 1) != 0))
    return std::nullopt;
  return std::pair(const_cast<clang::VarDecl *>(variable), amount);
}

std::optional<BodyStep> stepIn(clang::Stmt *body,
                               const clang::VarDecl *variable,
                               const clang::ASTContext &ast) {
  Statements all = {body};
  if (auto *list = llvm::dyn_cast<clang::CompoundStmt>(body))
    all.assign(list->body_begin(), list->body_end());
  BodyStep found;
  for (; found.place < all.size(); ++found.place) {
    clang::Stmt *statement = all[found.place];
    if (countChanges(statement, variable) > 0)
      break;
    if (hasContinue(statement))
      return std::nullopt;
  }
  if (countChanges(body, variable) != 1 || found.place == all.size() ||
      countChanges(all[found.place], variable) != 1)
    return std::nullopt;
  clang::Stmt *statement = all[found.place];
  for (const clang::UnaryOperator *step : stepsIn(statement))
    if (steppedVariable(step) == variable) {
      // Which of several names in a statement come behind the step?
      if (countNames(statement, variable) != 1)
        return std::nullopt;
      found.step = const_cast<clang::UnaryOperator *>(step);
      found.amount = step->isIncrementOp() ? 1 : -1;
      return found;
    }
  auto *expression = llvm::dyn_cast<clang::Expr>(statement);
  const auto step = expression ? constantStep(expression, ast) : std::nullopt;
  if (!step || step->first != variable)
    return std::nullopt;
  found.step = expression->IgnoreParens();
  found.amount = step->second;
  found.isStatement = true;
  return found;
}

namespace {

/// Follows the ways through a body to its end, or to `continue`.
class LastStepFinder {
public:
  LastStepFinder(const clang::VarDecl *variable, const clang::ASTContext &ast)
      : variable(variable), ast(ast) {}

  std::optional<LastSteps> find(clang::CompoundStmt *body) {
    const End end = endOf(body);
    if (end == End::Other || end == End::Open || !found.step)
      return std::nullopt;
    return found;
  }

private:
  /// How a statement ends: goes on before or behind the step, or jumps.
  enum class End { Open, Stepped, Left, Other };

  End endOf(clang::CompoundStmt *list) {
    End end = End::Open;
    for (clang::Stmt *&child : list->children()) {
      if (end == End::Left ||
          (end == End::Stepped && !llvm::isa<clang::ContinueStmt>(child)))
        return End::Other;
      end = next(child, end);
      if (end == End::Other)
        return end;
    }
    return end;
  }

  End next(clang::Stmt *&child, End before) {
    if (llvm::isa<clang::ContinueStmt>(child))
      return before == End::Stepped ? End::Left : End::Other;
    if (llvm::isa<clang::BreakStmt>(child))
      return End::Left;
    auto *branch = llvm::dyn_cast<clang::IfStmt>(child);
    const bool steps = countChanges(child, variable) > 0;
    if (!steps && !hasContinue(child) && !(branch && hasBreak(child)))
      return End::Open;
    if (branch)
      return ofBranch(branch);
    auto *expression = llvm::dyn_cast<clang::Expr>(child);
    const auto step = expression ? constantStep(expression, ast) : std::nullopt;
    if (!step || step->first != variable ||
        (found.step && step->second != found.amount))
      return End::Other;
    found.step = expression->IgnoreParens();
    found.amount = step->second;
    found.places.push_back(&child);
    return End::Stepped;
  }

  End ofBranch(clang::IfStmt *branch) {
    if (countChanges(branch->getCond(), variable) > 0)
      return End::Other;
    const End then = ofPart(branch->getThen());
    const End otherwise =
        branch->getElse() ? ofPart(branch->getElse()) : End::Open;
    if (then == End::Left || then == otherwise)
      return otherwise;
    return otherwise == End::Left ? then : End::Other;
  }

  /// The place of a step is in a list.
  End ofPart(clang::Stmt *part) {
    if (auto *list = llvm::dyn_cast<clang::CompoundStmt>(part))
      return endOf(list);
    const bool isStep =
        !llvm::isa<clang::IfStmt>(part) && countChanges(part, variable) > 0;
    return isStep ? End::Other : next(part, End::Open);
  }

  const clang::VarDecl *variable;
  const clang::ASTContext &ast;
  LastSteps found;
};

} // namespace

std::optional<LastSteps> lastStepsIn(clang::Stmt *body,
                                     const clang::VarDecl *variable,
                                     const clang::ASTContext &ast) {
  auto *list = llvm::dyn_cast<clang::CompoundStmt>(body);
  return list ? LastStepFinder(variable, ast).find(list) : std::nullopt;
}

void dropSteps(const LastSteps &steps, const clang::ASTContext &ast,
               std::vector<std::function<void()>> &undo) {
  for (clang::Stmt **place : steps.places) {
    clang::Stmt *old = *place;
    undo.emplace_back([place, old] { *place = old; });
    *place = new (ast) clang::NullStmt(old->getBeginLoc());
  }
}

namespace {

/// Lets statements read a variable as the head has not stepped it yet.
class LaterReads {
public:
  LaterReads(clang::VarDecl *variable, const BodyStep &step, NewNodes &nodes,
             std::vector<std::function<void()>> &undo)
      : variable(variable), step(step), nodes(nodes), undo(undo) {}

  clang::Expr *stepped() {
    const clang::QualType type = variable->getType().getUnqualifiedType();
    return nodes.converted(nodes.binary(clang::BO_Add, nodes.load(variable),
                                        nodes.number(step.amount, type), type),
                           type);
  }

  /// Behind the step.
  void change(clang::Stmt *statement) {
    for (clang::Stmt *&child : statement->children()) {
      if (!child)
        continue;
      if (isRead(child))
        set(child, stepped());
      else
        change(child);
    }
  }

  /// The step itself, in \p statement.
  void drop(clang::Stmt *statement) {
    for (clang::Stmt *&child : statement->children()) {
      if (!child)
        continue;
      if (child == step.step) {
        auto *unary = llvm::cast<clang::UnaryOperator>(step.step);
        set(child, unary->isPostfix() ? nodes.load(variable) : stepped());
      } else {
        drop(child);
      }
    }
  }

private:
  bool isRead(const clang::Stmt *part) const {
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(part);
    return cast && cast->getCastKind() == clang::CK_LValueToRValue &&
           namedVariable(cast) == variable;
  }

  void set(clang::Stmt *&child, clang::Stmt *value) {
    clang::Stmt *old = child;
    undo.emplace_back([&child, old] { child = old; });
    child = value;
  }

  clang::VarDecl *variable;
  const BodyStep &step;
  NewNodes &nodes;
  std::vector<std::function<void()>> &undo;
};

} // namespace

clang::Stmt *withoutStep(clang::Stmt *body, const BodyStep &step,
                         clang::VarDecl *variable, NewNodes &nodes,
                         std::vector<std::function<void()>> &undo) {
  Statements all = {body};
  if (auto *list = llvm::dyn_cast<clang::CompoundStmt>(body))
    all.assign(list->body_begin(), list->body_end());
  LaterReads reads(variable, step, nodes, undo);
  Statements rest;
  for (size_t pos = 0; pos < all.size(); ++pos) {
    if (pos == step.place && step.isStatement)
      continue;
    if (pos == step.place)
      reads.drop(all[pos]);
    if (pos > step.place)
      reads.change(all[pos]);
    rest.push_back(all[pos]);
  }
  return nodes.list(rest);
}

} // namespace sparsec
