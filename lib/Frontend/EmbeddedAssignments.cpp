//===- EmbeddedAssignments.cpp - `a[q = w[i]++] = v` ----------------------===//
///
/// \file
///     a[q = w[i]++] = v;           =>    q = w[i]++; a[q] = v;
///     if ((k = col[j]) != i) ..    =>    k = col[j]; if (k != i) ..
///
/// C leaves the order to the compiler: what the rest reads of what the
/// assignment changes would be undefined. Only what is evaluated whenever the
/// statement is moves before it, and nothing past a call, which may run before.
///
//===----------------------------------------------------------------------===//

#include "EmbeddedAssignments.h"
#include "Aliases.h"
#include "FirstUses.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

bool calls(const clang::Stmt *part) {
  return llvm::isa<clang::CallExpr>(part) ||
         llvm::any_of(part->children(), [](const clang::Stmt *child) {
           return child && calls(child);
         });
}

class Lifter {
public:
  Lifter(clang::Expr *whole, NewNodes &nodes,
         std::vector<std::function<void()>> &undo)
      : whole(whole), nodes(nodes), undo(undo) {}

  Statements lifted;

  void visit(clang::Stmt *part) {
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::StmtExpr,
                  clang::CallExpr>(part))
      return;
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(part);
    const bool chooses =
        llvm::isa<clang::AbstractConditionalOperator>(part) ||
        (binary && (binary->isLogicalOp() || binary->isCommaOp()));
    for (clang::Stmt *&child : part->children()) {
      if (child)
        visitChild(child);
      if (chooses)
        break;
    }
  }

private:
  void visitChild(clang::Stmt *&child) {
    visit(child);
    auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(child);
    clang::VarDecl *variable =
        assignment && assignment->isAssignmentOp()
            ? const_cast<clang::VarDecl *>(namedVariable(assignment->getLHS()))
            : nullptr;
    if (!variable || !variable->isLocalVarDeclOrParm() ||
        !variable->getType()->isArithmeticType() ||
        timesIn(whole, variable) != timesIn(assignment, variable))
      return;
    lifted.push_back(assignment);
    clang::Stmt **place = &child;
    undo.emplace_back([place, assignment] { *place = assignment; });
    child = nodes.load(variable);
  }

  const clang::Expr *whole;
  NewNodes &nodes;
  std::vector<std::function<void()>> &undo;
};

} // namespace

Statements embeddedAssignments(clang::Expr *expression, NewNodes &nodes,
                               std::vector<std::function<void()>> &undo) {
  expression = expression->IgnoreParens();
  const auto *chain = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (calls(expression) || (chain && chain->isCommaOp()))
    return {};
  Lifter lifter(expression, nodes, undo);
  lifter.visit(expression);
  return std::move(lifter.lifted);
}

} // namespace sparsec
