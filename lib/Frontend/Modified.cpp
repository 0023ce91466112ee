//===- Modified.cpp - what statements modify ------------------------------===//

#include "Modified.h"
#include "Aliases.h"
#include "KernelScan.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"

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

/// Whether \p function does more than give a value. \p depth: of calls around.
bool functionActs(const clang::FunctionDecl *function, unsigned depth);

/// Whether a store in \p part goes elsewhere than to a variable of the function
/// that it is in, or a call acts.
bool bodyActs(const clang::Stmt *part, unsigned depth) {
  if (const clang::Expr *target = modifiedBy(part)) {
    const clang::VarDecl *variable = namedVariable(target);
    if (!variable || !variable->hasLocalStorage())
      return true;
  }
  const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
  return (call && functionActs(call->getDirectCallee(), depth)) ||
         llvm::any_of(part->children(), [&](const clang::Stmt *child) {
           return child && bodyActs(child, depth);
         });
}

bool functionActs(const clang::FunctionDecl *function, unsigned depth) {
  if (!function || depth > 8)
    return true;
  const unsigned builtin = function->getBuiltinID();
  if (builtin != 0) {
    const clang::Builtin::Context &known =
        function->getASTContext().BuiltinInfo;
    return !known.isConst(builtin) && !known.isPure(builtin) &&
           !known.isConstWithoutErrnoAndExceptions(builtin) &&
           !known.isConstWithoutExceptions(builtin);
  }
  return !function->getBody() || bodyActs(function->getBody(), depth + 1);
}

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

bool mayAct(const clang::Stmt *part) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
  return modifiedBy(part) ||
         (call && functionActs(call->getDirectCallee(), 0)) ||
         llvm::any_of(part->children(), [](const clang::Stmt *child) {
           return child && mayAct(child);
         });
}

unsigned countChanges(const clang::Stmt *part, const clang::VarDecl *variable) {
  const clang::Expr *target = modifiedBy(part);
  unsigned count = target && namedVariable(target) == variable;
  for (const clang::Stmt *child : part->children())
    if (child)
      count += countChanges(child, variable);
  return count;
}

unsigned countNames(const clang::Stmt *part, const clang::VarDecl *variable) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part);
  unsigned count = reference && reference->getDecl() == variable;
  for (const clang::Stmt *child : part->children())
    if (child)
      count += countNames(child, variable);
  return count;
}

static bool takesAddress(const clang::Stmt *part,
                         const clang::VarDecl *variable) {
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
  return (unary && unary->getOpcode() == clang::UO_AddrOf &&
          namedVariable(unary->getSubExpr()) == variable) ||
         llvm::any_of(part->children(), [&](const clang::Stmt *child) {
           return child && takesAddress(child, variable);
         });
}

bool isAddressed(const clang::VarDecl *variable) {
  const auto *function = llvm::dyn_cast_or_null<clang::FunctionDecl>(
      variable->getParentFunctionOrMethod());
  return !variable->hasLocalStorage() || !function || !function->getBody() ||
         takesAddress(function->getBody(), variable);
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
