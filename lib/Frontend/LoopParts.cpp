//===- LoopParts.cpp - what makes a loop ----------------------------------===//

#include "LoopParts.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "Modified.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

std::optional<LoopBound>
boundOf(const clang::Expr *part,
        const std::set<const clang::VarDecl *> &changed, bool mayStep) {
  auto *test = const_cast<clang::BinaryOperator *>(
      llvm::dyn_cast<clang::BinaryOperator>(part->IgnoreParenImpCasts()));
  if (!test || !test->isComparisonOp() || test->getOpcode() == clang::BO_EQ)
    return std::nullopt;
  auto named = [&](clang::Expr *side) {
    const clang::UnaryOperator *step = mayStep ? steppedIn(side) : nullptr;
    return namedVariable(step ? step->getSubExpr() : side);
  };
  for (const bool isRight : {false, true}) {
    clang::Expr *side = isRight ? test->getRHS() : test->getLHS();
    clang::Expr *end = isRight ? test->getLHS() : test->getRHS();
    const clang::VarDecl *variable = named(side);
    if (!variable || !changed.count(variable) ||
        !(variable->isLocalVarDecl() || variable->hasLocalStorage()) ||
        variable->isStaticLocal() || !variable->getType()->isIntegerType() ||
        variable->getType()->isBooleanType() || mentions(end, variable) ||
        changesAny(end))
      continue;
    return LoopBound{
        test, const_cast<clang::VarDecl *>(variable), side, end,
        isRight ? clang::BinaryOperator::reverseComparisonOp(test->getOpcode())
                : test->getOpcode()};
  }
  return std::nullopt;
}

bool changes(const clang::Stmt *part, const clang::VarDecl *variable) {
  return part && modifiedVariables(part).count(variable) != 0;
}

bool isDeclaredIn(const clang::Stmt *part, const clang::VarDecl *variable) {
  const auto *list = llvm::dyn_cast<clang::DeclStmt>(part);
  return (list && llvm::is_contained(list->decls(), variable)) ||
         llvm::any_of(part->children(), [&](const clang::Stmt *child) {
           return child && isDeclaredIn(child, variable);
         });
}

bool isFixed(const clang::Expr *value, const clang::Stmt *around) {
  return llvm::none_of(
      modifiedVariables(around),
      [&](const clang::VarDecl *changed) { return mentions(value, changed); });
}

clang::Expr *withoutConversions(clang::Expr *value) {
  value = value->IgnoreParens();
  auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(value);
  return cast && cast->getCastKind() == clang::CK_IntegralCast
             ? withoutConversions(cast->getSubExpr())
             : value;
}

bool hasValuesOf(clang::QualType type, clang::QualType other,
                 const clang::ASTContext &ast) {
  return ast.hasSameUnqualifiedType(type, other) ||
         (type->isSignedIntegerType() && other->isIntegerType() &&
          ast.getIntWidth(other) < ast.getIntWidth(type));
}

Statements statementsOf(clang::Stmt *body) {
  if (auto *list = llvm::dyn_cast<clang::CompoundStmt>(body))
    return {list->body_begin(), list->body_end()};
  return {body};
}

clang::Stmt *breakUnless(const clang::Expr *test, NewNodes &nodes) {
  clang::Stmt *ends = new (nodes.ast) clang::BreakStmt(test->getBeginLoc());
  return nodes.branch(nodes.negated(const_cast<clang::Expr *>(test)), ends);
}

void renameReferences(clang::Stmt *statement, const clang::VarDecl *from,
                      clang::VarDecl *to,
                      std::vector<std::function<void()>> &undo) {
  auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  if (reference && reference->getDecl() == from) {
    clang::ValueDecl *old = reference->getDecl();
    undo.emplace_back([reference, old] { reference->setDecl(old); });
    reference->setDecl(to);
  }
  for (clang::Stmt *child : statement->children())
    if (child)
      renameReferences(child, from, to, undo);
}

} // namespace sparsec
