//===- Modified.cpp - what statements modify ------------------------------===//

#include "Modified.h"
#include "Aliases.h"
#include "KernelScan.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class ModifiedVariables : public clang::RecursiveASTVisitor<ModifiedVariables> {
public:
  std::set<const clang::VarDecl *> variables;

  bool VisitExpr(clang::Expr *expression) {
    const clang::Expr *target = modifiedBy(expression);
    if (const auto *variable = target ? namedVariable(target) : nullptr)
      variables.insert(variable);
    return true;
  }
};

} // namespace

const clang::Expr *modifiedBy(const clang::Stmt *statement) {
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(statement))
    return binary->isAssignmentOp() ? binary->getLHS() : nullptr;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    return unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
  return nullptr;
}

const clang::Expr *modifiedOrAddressed(const clang::Stmt *statement) {
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
  return unary && unary->getOpcode() == clang::UO_AddrOf
             ? unary->getSubExpr()
             : modifiedBy(statement);
}

bool changesAny(const clang::Stmt *part) {
  return modifiedBy(part) ||
         llvm::any_of(part->children(), [](const clang::Stmt *child) {
           return child && changesAny(child);
         });
}

const clang::VarDecl *variableStoredTo(const clang::Expr *target) {
  target = target->IgnoreParenCasts();
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(target);
  if (member && !member->isArrow())
    return variableStoredTo(member->getBase());
  const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(target);
  const clang::Expr *array =
      element ? element->getBase()->IgnoreParenImpCasts() : nullptr;
  if (array && array->getType()->isArrayType()) {
    const clang::VarDecl *variable = variableStoredTo(array);
    return variable && variable->getType()->isArrayType() ? nullptr : variable;
  }
  return namedVariable(target);
}

const clang::Expr *baseOf(const clang::Expr *expression) {
  expression = expression->IgnoreParenCasts();
  if (const auto *element =
          llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    return baseOf(element->getBase());
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return baseOf(unary->getSubExpr());
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return baseOf(binary->getLHS()->getType()->isPointerType()
                      ? binary->getLHS()
                      : binary->getRHS());
  return expression;
}

std::set<const clang::VarDecl *>
modifiedVariables(const clang::Stmt *statement) {
  ModifiedVariables visitor;
  visitor.TraverseStmt(const_cast<clang::Stmt *>(statement));
  return visitor.variables;
}

} // namespace sparsec
