//===- EarlyReturns.cpp - ends that arguments decide ----------------------===//
///
/// \file
///     for (..) ..                          if (k != 0 && k != 1)
///     switch (k) {                           return -2;   // a guard
///     case 0: A; break;                    for (..) ..
///     case 1: B; break;            =>      if (k == 0) A;
///     default: return -2;                  else if (k == 1) B;
///     }                                    return 0;
///     return 0;
///
/// Where a guard holds the original function runs, whole: what it does before
/// it returns happens there. So a guard may stand before that, if its condition
/// says the same there: one of arguments that do not change, without division.
///
//===----------------------------------------------------------------------===//

#include "EarlyReturns.h"
#include "Aliases.h"
#include "Checks.h"
#include "KernelScan.h"
#include "NewNodes.h"
#include "Returns.h"
#include "Switch.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

bool holdsReturn(const clang::Stmt *statement) {
  const auto *end = llvm::dyn_cast<clang::ReturnStmt>(statement);
  return (end && end->getRetValue()) || endsProgram(statement) ||
         llvm::any_of(statement->children(), [](const clang::Stmt *child) {
           return child && holdsReturn(child);
         });
}

class ReturnHoister {
public:
  ReturnHoister(clang::FunctionDecl &function, clang::CompoundStmt *body)
      : function(function), body(body) {}

  clang::CompoundStmt *run() {
    Statements statements(body->body_begin(), body->body_end());
    const auto work = llvm::find_if_not(statements, isBeforeWork);
    for (auto place = work; place != statements.end(); ++place) {
      for (const clang::VarDecl *variable : modifiedVariables(*place))
        unsure.insert(variable);
      noteDeclared(*place);
    }
    Statements rest;
    for (auto place = work; place != statements.end(); ++place)
      rest.push_back(llvm::isa<clang::ReturnStmt>(*place)
                         ? *place
                         : without(*place, nullptr));
    if (guards.empty())
      return body;
    statements.erase(work, statements.end());
    statements.insert(statements.end(), guards.begin(), guards.end());
    statements.insert(statements.end(), rest.begin(), rest.end());
    return clang::CompoundStmt::Create(
        function.getASTContext(), statements, clang::FPOptionsOverride(),
        body->getLBracLoc(), body->getRBracLoc());
  }

private:
  void noteDeclared(const clang::Stmt *statement) {
    if (const auto *declares = llvm::dyn_cast<clang::DeclStmt>(statement))
      for (const clang::Decl *each : declares->decls())
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(each))
          unsure.insert(variable);
    for (const clang::Stmt *child : statement->children())
      if (child)
        noteDeclared(child);
  }

  /// Whether \p condition may be asked at the top.
  bool isPlain(const clang::Stmt *condition) const {
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(condition)) {
      const auto *variable =
          llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
      if (!variable)
        return llvm::isa<clang::EnumConstantDecl>(reference->getDecl());
      return variable->hasLocalStorage() && !unsure.count(variable) &&
             (llvm::isa<clang::ParmVarDecl>(variable) ||
              variable->getType()->isIntegerType());
    }
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(condition);
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(condition);
    const bool isTaken =
        (binary &&
         (binary->isComparisonOp() || binary->isLogicalOp() ||
          binary->isAdditiveOp() || binary->getOpcode() == clang::BO_Mul)) ||
        (unary && (unary->getOpcode() == clang::UO_LNot ||
                   unary->getOpcode() == clang::UO_Minus)) ||
        llvm::isa<clang::ParenExpr, clang::CastExpr, clang::ConstantExpr,
                  clang::IntegerLiteral, clang::FloatingLiteral,
                  clang::MemberExpr>(condition);
    return isTaken &&
           llvm::all_of(condition->children(), [&](const clang::Stmt *child) {
             return isPlain(child);
           });
  }

  /// \p statement without the ends that are guards now; \p path leads here.
  clang::Stmt *without(clang::Stmt *statement, clang::Expr *path) {
    NewNodes nodes(function, statement->getBeginLoc());
    if (auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement))
      return withoutIn(choice, path);
    if (auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
      Statements parts;
      for (clang::Stmt *child : list->body())
        parts.push_back(without(child, path));
      return nodes.list(parts);
    }
    auto *branch = llvm::dyn_cast<clang::IfStmt>(statement);
    if (!branch || !isPlain(branch->getCond()) || !holdsReturn(branch) ||
        branch->getInit() || branch->getConditionVariable())
      return statement;
    const size_t before = guards.size();
    clang::Stmt *then =
        withoutEnd(branch->getThen(), both(path, branch->getCond(), nodes));
    clang::Stmt *otherwise =
        branch->getElse()
            ? withoutEnd(branch->getElse(),
                         both(path, nodes.negated(branch->getCond()), nodes))
            : nullptr;
    if (guards.size() == before)
      return statement;
    return clang::IfStmt::Create(
        nodes.ast, branch->getIfLoc(), clang::IfStatementKind::Ordinary,
        nullptr, nullptr, branch->getCond(), branch->getLParenLoc(),
        branch->getRParenLoc(), then, branch->getElseLoc(), otherwise);
  }

  clang::Stmt *withoutIn(clang::SwitchStmt *choice, clang::Expr *path) {
    if (!isPlain(choice->getCond()) || !holdsReturn(choice))
      return choice;
    const IfChain chain = ifChainOf(choice, function.getASTContext());
    if (!chain.statement)
      return choice;
    const size_t before = guards.size();
    clang::Stmt *plain =
        without(const_cast<clang::Stmt *>(chain.statement), path);
    return guards.size() == before ? choice : plain;
  }

  static clang::Expr *both(clang::Expr *path, clang::Expr *condition,
                           NewNodes &nodes) {
    return path ? nodes.binary(clang::BO_LAnd, path, condition, nodes.ast.IntTy)
                : condition;
  }

  /// A branch that \p path leads to.
  clang::Stmt *withoutEnd(clang::Stmt *branch, clang::Expr *path) {
    const clang::Stmt *last = branch;
    while (const auto *list = llvm::dyn_cast<clang::CompoundStmt>(last)) {
      if (list->body_empty())
        return branch;
      last = list->body_back();
    }
    const auto *end = llvm::dyn_cast<clang::ReturnStmt>(last);
    if (!(end && end->getRetValue()) && !endsProgram(last))
      return without(branch, path);
    NewNodes nodes(function, branch->getBeginLoc());
    guards.push_back(nodes.branch(path, branch));
    return new (nodes.ast) clang::NullStmt(branch->getBeginLoc());
  }

  clang::FunctionDecl &function;
  clang::CompoundStmt *body;
  Statements guards;
  /// Variables whose values at the top are others.
  std::set<const clang::VarDecl *> unsure;
};

} // namespace

clang::CompoundStmt *withEarlyReturns(clang::FunctionDecl &function,
                                      clang::CompoundStmt *body) {
  return ReturnHoister(function, body).run();
}

} // namespace sparsec
