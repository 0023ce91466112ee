//===- SharedArguments.cpp - arguments that are computed once -------------===//
///
/// \file
/// A function whose body is one `return` is read in place, its argument
/// wherever the parameter stands:
///
///     static double cubic(double r) { return r * r * r; }
///     y = cubic(sqrt(s));    =>    double r = sqrt(s);
///                                  y = cubic(r);
///
/// Only what is evaluated whenever the statement is moves before it.
///
//===----------------------------------------------------------------------===//

#include "SharedArguments.h"
#include "FirstUses.h"
#include "InlineCalls.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Whether \p part calls or divides.
bool isExpensive(const clang::Stmt *part) {
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(part);
  return llvm::isa<clang::CallExpr>(part) ||
         (binary && binary->getOpcode() == clang::BO_Div) ||
         llvm::any_of(part->children(), [](const clang::Stmt *child) {
           return child && isExpensive(child);
         });
}

class ArgumentSharer {
public:
  ArgumentSharer(NewNodes &nodes, std::vector<std::function<void()>> &undo)
      : nodes(nodes), undo(undo) {}

  Statements declared;

  void visit(clang::Stmt *part) {
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(part);
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::StmtExpr>(part))
      return;
    const bool chooses =
        llvm::isa<clang::AbstractConditionalOperator>(part) ||
        (binary && (binary->isLogicalOp() || binary->isCommaOp()));
    for (clang::Stmt *child : part->children()) {
      if (child)
        visit(child);
      if (chooses)
        break;
    }
    auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    const clang::FunctionDecl *callee =
        call ? call->getDirectCallee() : nullptr;
    if (const clang::Expr *body = callee ? inlinedBody(callee) : nullptr)
      share(call, callee->getDefinition(), body);
  }

private:
  void share(clang::CallExpr *call, const clang::FunctionDecl *callee,
             const clang::Expr *body) {
    for (unsigned pos = 0; pos < callee->getNumParams(); ++pos) {
      const clang::ParmVarDecl *parameter = callee->getParamDecl(pos);
      clang::Expr *argument = call->getArg(pos);
      if (!parameter->getType()->isRealFloatingType() ||
          timesIn(body, parameter) < 2 || !isExpensive(argument) ||
          callsStatements(argument) || changes(argument))
        continue;
      clang::VarDecl *value =
          nodes.variable(parameter->getName(),
                         parameter->getType().getUnqualifiedType(), argument);
      declared.push_back(nodes.declare(value));
      call->setArg(pos, nodes.load(value));
      undo.emplace_back([call, pos, argument] { call->setArg(pos, argument); });
    }
  }

  static bool changes(const clang::Stmt *part) {
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(part);
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
    return (binary && binary->isAssignmentOp()) ||
           (unary && unary->isIncrementDecrementOp()) ||
           llvm::any_of(part->children(), [](const clang::Stmt *child) {
             return child && changes(child);
           });
  }

  NewNodes &nodes;
  std::vector<std::function<void()>> &undo;
};

} // namespace

Statements sharedArguments(clang::Stmt *statement, NewNodes &nodes,
                           std::vector<std::function<void()>> &undo) {
  ArgumentSharer sharer(nodes, undo);
  auto *declares = llvm::dyn_cast<clang::DeclStmt>(statement);
  if (!declares) {
    sharer.visit(statement);
  } else if (declares->isSingleDecl()) {
    // Others may be read by those behind them.
    auto *variable = llvm::dyn_cast<clang::VarDecl>(declares->getSingleDecl());
    if (variable && variable->getInit() && !variable->isStaticLocal() &&
        variable->getType()->isArithmeticType())
      sharer.visit(variable->getInit());
  }
  return std::move(sharer.declared);
}

} // namespace sparsec
