//===- Steps.cpp - `k++` inside expressions -------------------------------===//
///
/// \file
/// In `sum += *v++ * x[*col++]` the steps may as well stand behind the
/// statement: nothing else in it sees the variables.
///
//===----------------------------------------------------------------------===//

#include "Steps.h"
#include "Aliases.h"
#include "Modified.h"

#include <map>

namespace sparsec {
namespace {

class Finder {
public:
  /// Steps of \p expression, which runs whenever the whole does unless \p
  /// isConditional.
  void visit(const clang::Stmt *expression, bool isConditional) {
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
      ++uses[reference->getDecl()];
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    if (unary && unary->isIncrementDecrementOp() && steppedBase(unary) &&
        !isConditional)
      found.insert(unary);
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
    const bool isChoice =
        llvm::isa<clang::AbstractConditionalOperator>(expression) ||
        (binary && (binary->isLogicalOp() || binary->isCommaOp()));
    // What the operand of sizeof does is not done.
    const bool isUnused =
        llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expression);
    for (const clang::Stmt *child : expression->children())
      if (child)
        visit(child, isConditional || isChoice || isUnused);
  }

  Steps steps() const {
    Steps once;
    for (const clang::UnaryOperator *step : found)
      if (uses.at(steppedBase(step)) == 1)
        once.insert(step);
    return once;
  }

private:
  /// The variable, or the array of an element whose subscript does nothing.
  static const clang::VarDecl *steppedBase(const clang::UnaryOperator *step) {
    if (const clang::VarDecl *variable = steppedVariable(step))
      return variable;
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(
        step->getSubExpr()->IgnoreParens());
    return element && !changesAny(element->getIdx())
               ? namedVariable(element->getBase())
               : nullptr;
  }

  Steps found;
  std::map<const clang::Decl *, unsigned> uses;
};

void addSteps(const clang::Stmt *statement, Steps &steps) {
  const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
  if (expression || llvm::isa<clang::DeclStmt>(statement)) {
    const Steps own = stepsIn(statement);
    steps.insert(own.begin(), own.end());
    return;
  }
  // Conditions and heads of loops are no statements.
  const bool isList = llvm::isa<clang::CompoundStmt>(statement);
  auto addPart = [&](const clang::Stmt *part) {
    if (part)
      addSteps(part, steps);
  };
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
    return addPart(loop->getBody());
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
    addPart(branch->getThen());
    return addPart(branch->getElse());
  }
  for (const clang::Stmt *child : statement->children())
    if (isList || (child && !llvm::isa<clang::Expr>(child)))
      addPart(child);
}

} // namespace

const clang::VarDecl *steppedVariable(const clang::UnaryOperator *step) {
  return namedVariable(step->getSubExpr());
}

Steps stepsInValue(const clang::Expr *value) {
  Finder finder;
  finder.visit(value, false);
  return finder.steps();
}

Steps stepsIn(const clang::Stmt *statement) {
  if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement))
    statement = expression->IgnoreParens();
  Steps steps;
  // The parts of these run one after the other.
  if (const auto *list = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl *each : list->decls())
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(each))
        if (variable->getInit())
          steps.merge(stepsInValue(variable->getInit()));
    return steps;
  }
  const auto *both = llvm::dyn_cast<clang::BinaryOperator>(statement);
  if (both && both->isCommaOp()) {
    steps.merge(stepsIn(both->getLHS()));
    steps.merge(stepsIn(both->getRHS()));
    return steps;
  }
  if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement))
    steps = stepsInValue(expression);
  // The statement `k++` is a step itself.
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    steps.erase(unary);
  return steps;
}

Steps stepsOf(const clang::Stmt *body) {
  Steps steps;
  addSteps(body, steps);
  return steps;
}

} // namespace sparsec
