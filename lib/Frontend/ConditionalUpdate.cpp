//===- ConditionalUpdate.cpp - `if (v < t) t = v` -------------------------===//
///
/// \file
/// A minimum or maximum written as a branch: the one condition on data that has
/// a meaning without control flow. `if (c && v < t) t = v` is that under c, and
/// `if (v < t) { t = v; at = e; }` the same for the tuple (t, at): the least
/// value with what was there where it was found.
///
//===----------------------------------------------------------------------===//

#include "Aliases.h"
#include "InlineCalls.h"
#include "KernelScan.h"
#include "Modified.h"
#include "NewNodes.h"

#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Statements = std::vector<const clang::Stmt *>;

bool isSameExpr(const clang::Expr *a, const clang::Expr *b,
                const clang::ASTContext &ast) {
  llvm::FoldingSetNodeID first, second;
  a->IgnoreParenImpCasts()->Profile(first, ast, true);
  b->IgnoreParenImpCasts()->Profile(second, ast, true);
  return first == second;
}

/// The statements of \p body, through braces.
void addStatements(const clang::Stmt *body, Statements &into) {
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
  if (!block)
    return into.push_back(body);
  for (const clang::Stmt *child : block->body())
    addStatements(child, into);
}

/// The assignments that \p branch is made of, which change nothing besides;
/// none where it holds anything else.
std::vector<ConditionalUpdate::Companion>
assignmentsIn(const clang::IfStmt *branch) {
  Statements statements;
  addStatements(branch->getThen(), statements);
  std::vector<ConditionalUpdate::Companion> result;
  for (const clang::Stmt *statement : statements) {
    const auto *assign =
        llvm::dyn_cast_or_null<clang::BinaryOperator>(statement);
    if (!assign || assign->getOpcode() != clang::BO_Assign ||
        changesAny(assign->getLHS()) || changesAny(assign->getRHS()))
      return {};
    result.push_back({assign->getLHS(), assign->getRHS()});
  }
  return result;
}

/// Whether the target becomes the value that is compared with it: an integer
/// becomes one floating value, in the comparison too.
bool keepsValue(const ConditionalUpdate::Companion &assign,
                const clang::ASTContext &ast) {
  const clang::QualType target = assign.target->getType(),
                        plain = assign.value->IgnoreParenImpCasts()->getType();
  return (plain->isIntegerType() && target->isRealFloatingType()) ||
         ast.hasSameUnqualifiedType(target, plain);
}

/// `v < t` for \p assign, `t = v`, and its mirror images.
std::optional<ConditionalUpdate>
matchComparison(const clang::BinaryOperator *condition,
                const ConditionalUpdate::Companion &assign,
                const clang::ASTContext &ast) {
  const clang::Expr *left = condition->getLHS(), *right = condition->getRHS();
  const bool valueLeft = isSameExpr(left, assign.value, ast) &&
                         isSameExpr(right, assign.target, ast);
  const bool valueRight = isSameExpr(right, assign.value, ast) &&
                          isSameExpr(left, assign.target, ast);
  if ((!valueLeft && !valueRight) || !keepsValue(assign, ast))
    return std::nullopt;
  const clang::BinaryOperatorKind opcode = condition->getOpcode();
  const bool isLess = opcode == clang::BO_LT || opcode == clang::BO_LE;
  const bool isStrict = opcode == clang::BO_LT || opcode == clang::BO_GT;
  return ConditionalUpdate{assign.target, assign.value, isLess == valueLeft,
                           !isStrict};
}

/// The subscripts of \p element, innermost first, and the variable that they
/// are of; null where it is no variable.
const clang::VarDecl *elementOf(const clang::Expr *element,
                                std::vector<const clang::Expr *> &subscripts) {
  element = element->IgnoreParenImpCasts();
  while (const auto *one = llvm::dyn_cast<clang::ArraySubscriptExpr>(element)) {
    subscripts.push_back(one->getIdx());
    element = one->getBase()->IgnoreParenImpCasts();
  }
  return namedVariable(element);
}

/// Whether \p first and \p second are elements at one place of different
/// variables, or different scalars.
bool areBeside(const clang::Expr *first, const clang::Expr *second,
               const clang::ASTContext &ast) {
  std::vector<const clang::Expr *> own, other;
  const clang::VarDecl *one = elementOf(first, own),
                       *two = elementOf(second, other);
  return one && two && one != two && own.size() == other.size() &&
         llvm::all_of(llvm::zip(own, other), [&](const auto &pair) {
           return isSameExpr(std::get<0>(pair), std::get<1>(pair), ast);
         });
}

/// Whether the cells of \p update are those of one tuple, in which nothing is
/// made of what another cell holds.
bool isTuple(const ConditionalUpdate &update, const clang::ASTContext &ast) {
  const std::vector<const clang::Expr *> targets = update.targets();
  for (size_t pos = 0; pos < targets.size(); ++pos)
    for (size_t other = 0; other < pos; ++other)
      if (!areBeside(targets[pos], targets[other], ast))
        return false;
  for (const clang::Expr *target : targets) {
    std::vector<const clang::Expr *> read = {update.value};
    const clang::VarDecl *variable = elementOf(target, read);
    for (const ConditionalUpdate::Companion &companion : update.companions) {
      if (!companion.target->getType()->isRealType() ||
          callsStatements(companion.value))
        return false;
      read.push_back(companion.value);
    }
    if (llvm::any_of(read, [&](const clang::Expr *part) {
          return countNames(part, variable) > 0;
        }))
      return false;
  }
  return true;
}

} // namespace

std::vector<const clang::Expr *> ConditionalUpdate::targets() const {
  std::vector<const clang::Expr *> result = {target};
  for (const Companion &companion : companions)
    result.push_back(companion.target);
  return result;
}

std::optional<ConditionalUpdate>
matchConditionalUpdate(const clang::IfStmt *branch,
                       const clang::ASTContext &ast) {
  const auto *condition = llvm::dyn_cast<clang::BinaryOperator>(
      branch->getCond()->IgnoreParenImpCasts());
  if (branch->getElse() || !condition || !condition->isRelationalOp())
    return std::nullopt;
  const std::vector<ConditionalUpdate::Companion> all = assignmentsIn(branch);
  std::optional<ConditionalUpdate> update;
  for (const ConditionalUpdate::Companion &assign : all)
    if (!update && (update = matchComparison(condition, assign, ast)))
      for (const ConditionalUpdate::Companion &other : all)
        if (other.target != assign.target)
          update->companions.push_back(other);
  if (!update)
    return std::nullopt;
  // `v <= t` replaces a zero by one of the other sign, as the last of equals.
  const bool isExact =
      !update->takesLast || update->target->getType()->isIntegerType();
  const bool isMatch =
      update->companions.empty() ? isExact : isTuple(*update, ast);
  return isMatch ? update : std::nullopt;
}

bool mayMakeData(const clang::IfStmt *branch, const clang::ASTContext &ast) {
  const std::optional<ConditionalUpdate> update =
      matchConditionalUpdate(branch, ast);
  return !update || !update->companions.empty();
}

clang::Stmt *nestedUpdate(clang::IfStmt *branch, NewNodes &nodes) {
  auto *both =
      llvm::dyn_cast<clang::BinaryOperator>(branch->getCond()->IgnoreParens());
  // What calls do has to stand before the branch.
  if (!both || both->getOpcode() != clang::BO_LAnd || branch->getElse() ||
      callsStatements(both->getRHS()))
    return nullptr;
  auto *inner = llvm::cast<clang::IfStmt>(
      nodes.branch(both->getRHS(), branch->getThen()));
  return matchConditionalUpdate(inner, nodes.ast)
             ? nodes.branch(both->getLHS(), inner)
             : nullptr;
}

} // namespace sparsec
