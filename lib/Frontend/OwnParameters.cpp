//===- OwnParameters.cpp - numbers that a function changes ----------------===//
///
/// \file
///     void f(int n, ..) {          void f(int n, ..) {
///       while (n--) ..       =>      int n_2 = n;
///     }                              while (n_2--) ..
///                                  }
///
/// Parameters of the plan keep their values. Statements before the first one
/// that changes the number read the parameter itself.
///
//===----------------------------------------------------------------------===//

#include "OwnParameters.h"
#include "KernelScan.h"
#include "NewNodes.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class References : public clang::RecursiveASTVisitor<References> {
public:
  explicit References(const clang::VarDecl *variable) : variable(variable) {}

  std::set<clang::DeclRefExpr *> found;
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (reference->getDecl() == variable)
      found.insert(reference);
    return true;
  }

private:
  const clang::VarDecl *variable;
};

} // namespace

clang::CompoundStmt *
withOwnParameters(clang::FunctionDecl &function, clang::CompoundStmt *body,
                  std::vector<std::function<void()>> &undo) {
  const std::set<const clang::VarDecl *> changed = modifiedVariables(body);
  Statements statements(body->body_begin(), body->body_end());
  bool isChanged = false;
  for (clang::ParmVarDecl *parameter : function.parameters()) {
    if (!changed.count(parameter) || !parameter->getType()->isArithmeticType())
      continue;
    isChanged = true;
    const auto first = llvm::find_if(statements, [&](clang::Stmt *statement) {
      return modifiedVariables(statement).count(parameter) != 0;
    });
    NewNodes nodes(function, (*first)->getBeginLoc());
    References references(parameter);
    for (auto place = first; place != statements.end(); ++place)
      references.TraverseStmt(*place);
    clang::VarDecl *own = nodes.variable(
        parameter->getName(), parameter->getType().getUnqualifiedType(),
        nodes.load(nodes.named(parameter)));
    for (clang::DeclRefExpr *reference : references.found) {
      reference->setDecl(own);
      undo.emplace_back(
          [reference, parameter] { reference->setDecl(parameter); });
    }
    statements.insert(first, nodes.declare(own));
  }
  if (!isChanged)
    return body;
  return clang::CompoundStmt::Create(function.getASTContext(), statements,
                                     clang::FPOptionsOverride(),
                                     body->getLBracLoc(), body->getRBracLoc());
}

} // namespace sparsec
