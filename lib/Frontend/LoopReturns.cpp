//===- LoopReturns.cpp - functions that return what loops find ------------===//
///
/// \file
/// `return` in a loop keeps its value and ends all loops around it; what stands
/// behind them runs where none has returned:
///
///     for (i = 0; i < n; i++)            int found = 0, returned = 0;
///       for (j = 0; j < m; j++)          for (i = 0; i < n; i++) {
///         if (a[i][j] > v)                 for (j = 0; j < m; j++)
///           return i;               =>       if (a[i][j] > v) {
///     y[0] = v;                                found = i;
///     return -1;                               returned = 1;
///                                              break;
///                                            }
///                                          if (returned)
///                                            break;
///                                        }
///                                        if (!returned) {
///                                          y[0] = v;
///                                          found = -1;
///                                        }
///                                        return found;
///
/// Where a constant or an argument is returned and nothing else done behind the
/// loop, `found` starts as that. EarlyEnds.cpp takes the breaks away.
///
//===----------------------------------------------------------------------===//

#include "LoopReturns.h"
#include "Constructs.h"
#include "KernelScan.h"
#include "Switch.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

bool isLoop(const clang::Stmt *statement) {
  return llvm::isa<clang::ForStmt, clang::WhileStmt>(statement);
}

/// `do { .. } while (0)`, which is what is in it.
clang::Stmt *onceIn(clang::Stmt *statement) {
  auto *loop = llvm::dyn_cast<clang::DoStmt>(statement);
  return loop && runsOnce(loop) && !hasBreak(loop->getBody()) ? loop->getBody()
                                                              : nullptr;
}

/// Only where the rewriter looks: other statements keep their jumps, which are
/// refused as they are.
bool mayReturn(clang::Stmt *statement, bool onlyInLoops) {
  if (llvm::isa<clang::ReturnStmt>(statement))
    return !onlyInLoops;
  if (!isLoop(statement) && !onceIn(statement) &&
      !llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::SwitchStmt,
                 clang::SwitchCase>(statement))
    return false;
  const bool isInside = onlyInLoops && !isLoop(statement);
  return llvm::any_of(statement->children(), [&](clang::Stmt *child) {
    return child && mayReturn(child, isInside);
  });
}

class LoopReturnRewriter {
public:
  LoopReturnRewriter(clang::FunctionDecl &function, clang::CompoundStmt *body)
      : function(function), body(body), type(function.getReturnType()) {}

  clang::CompoundStmt *run() {
    Statements statements(body->body_begin(), body->body_end());
    const auto first = llvm::find_if(statements, [](clang::Stmt *statement) {
      return mayReturn(statement, true);
    });
    if (first == statements.end() ||
        !(type->isVoidType() ||
          (type->isArithmeticType() && !type->isAnyComplexType())))
      return body;
    Statements rest(first, statements.end());
    statements.erase(first, statements.end());
    NewNodes nodes(function, rest.front()->getBeginLoc());
    declare(rest, nodes);
    // Whether something asks the flag shows as the rest is rewritten.
    (void)listOf(rest, Place::AtEnd);
    rest = listOf(rest, Place::AtEnd);
    for (clang::VarDecl *variable : {found, isAsked ? returned : nullptr})
      if (variable)
        statements.push_back(nodes.declare(variable));
    statements.insert(statements.end(), rest.begin(), rest.end());
    if (found) {
      const clang::SourceLocation end = body->body_back()->getBeginLoc();
      NewNodes atEnd(function, end);
      statements.push_back(clang::ReturnStmt::Create(
          nodes.ast, end, atEnd.load(found), nullptr));
    }
    return clang::CompoundStmt::Create(
        nodes.ast, statements, clang::FPOptionsOverride(), body->getLBracLoc(),
        body->getRBracLoc());
  }

private:
  /// Of a statement: in a loop; at the end of the function, where nothing is
  /// left to be skipped; or neither.
  enum class Place { InLoop, AtEnd, Before };

  /// The variables; drops the return from \p rest that the value starts as.
  void declare(Statements &rest, NewNodes &nodes) {
    returned = nodes.variable("returned", nodes.ast.IntTy, nodes.number(0));
    if (type->isVoidType())
      return;
    clang::Expr *start = nodes.converted(nodes.number(0), type);
    if (rest.size() == 2 && isLoop(rest.front()))
      if (auto *end = llvm::dyn_cast<clang::ReturnStmt>(rest.back());
          end && isFixed(end->getRetValue())) {
        start = end->getRetValue();
        rest.pop_back();
      }
    found = nodes.variable("found", type.getUnqualifiedType(), start);
  }

  /// Whether \p value is the same in front of the loops.
  bool isFixed(const clang::Expr *value) const {
    if (!value || value->HasSideEffects(function.getASTContext()))
      return false;
    if (value->isEvaluatable(function.getASTContext()))
      return true;
    const auto *reference =
        llvm::dyn_cast<clang::DeclRefExpr>(value->IgnoreParenImpCasts());
    const auto *argument =
        reference ? llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl())
                  : nullptr;
    return argument && !modifiedVariables(body).count(argument);
  }

  /// Behind what may return stands what is done where it has not.
  Statements listOf(const Statements &list, Place place) {
    Statements result;
    for (size_t pos = 0; pos < list.size(); ++pos) {
      clang::Stmt *statement = list[pos];
      const bool isLast = pos + 1 == list.size();
      if (auto *end = llvm::dyn_cast<clang::ReturnStmt>(statement)) {
        addEnd(end, place, result);
        return result;
      }
      if (!mayReturn(statement, false)) {
        result.push_back(statement);
        continue;
      }
      NewNodes nodes(function, statement->getBeginLoc());
      const bool isInLoop = place == Place::InLoop;
      result.push_back(
          rewritten(statement, isLast || isInLoop ? place : Place::Before));
      if (isInLoop && isLoop(statement))
        result.push_back(nodes.branch(asked(nodes), newBreak(statement)));
      if (isInLoop || isLast)
        continue;
      const Statements rest =
          listOf({list.begin() + long(pos) + 1, list.end()}, place);
      result.push_back(
          nodes.branch(nodes.negated(asked(nodes)), nodes.list(rest)));
      return result;
    }
    return result;
  }

  clang::Expr *asked(NewNodes &nodes) {
    isAsked = true;
    return nodes.load(returned);
  }

  clang::Stmt *newBreak(const clang::Stmt *place) const {
    return new (function.getASTContext())
        clang::BreakStmt(place->getBeginLoc());
  }

  void addEnd(clang::ReturnStmt *end, Place place, Statements &into) {
    NewNodes nodes(function, end->getReturnLoc());
    if (found && end->getRetValue())
      into.push_back(nodes.assign(nodes.named(found), end->getRetValue()));
    if (isAsked && place != Place::AtEnd)
      into.push_back(nodes.assign(nodes.named(returned), nodes.number(1)));
    if (place == Place::InLoop)
      into.push_back(newBreak(end));
  }

  clang::Stmt *rewritten(clang::Stmt *statement, Place place) {
    if (!mayReturn(statement, false))
      return statement;
    NewNodes nodes(function, statement->getBeginLoc());
    clang::ASTContext &ast = nodes.ast;
    if (clang::Stmt *once = onceIn(statement))
      return inside(once, place);
    if (auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement))
      return nodes.list(listOf({list->body_begin(), list->body_end()}, place));
    if (auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
      return new (ast) clang::ForStmt(
          ast, loop->getInit(), loop->getCond(), loop->getConditionVariable(),
          loop->getInc(), inside(loop->getBody(), Place::InLoop),
          loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc());
    if (auto *loop = llvm::dyn_cast<clang::WhileStmt>(statement))
      return clang::WhileStmt::Create(
          ast, loop->getConditionVariable(), loop->getCond(),
          inside(loop->getBody(), Place::InLoop), loop->getWhileLoc(),
          loop->getLParenLoc(), loop->getRParenLoc());
    if (auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
      const IfChain chain = ifChainOf(choice, ast);
      return chain.statement
                 ? rewritten(const_cast<clang::Stmt *>(chain.statement), place)
                 : statement;
    }
    if (auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
      return clang::IfStmt::Create(
          ast, branch->getIfLoc(), clang::IfStatementKind::Ordinary,
          branch->getInit(), branch->getConditionVariable(), branch->getCond(),
          branch->getLParenLoc(), branch->getRParenLoc(),
          inside(branch->getThen(), place), branch->getElseLoc(),
          branch->getElse() ? inside(branch->getElse(), place) : nullptr);
    return statement;
  }

  /// A branch or a loop's body, which need not be a list.
  clang::Stmt *inside(clang::Stmt *statement, Place place) {
    if (llvm::isa<clang::CompoundStmt>(statement))
      return rewritten(statement, place);
    if (!mayReturn(statement, false))
      return statement;
    NewNodes nodes(function, statement->getBeginLoc());
    return nodes.list(listOf({statement}, place));
  }

  clang::FunctionDecl &function;
  clang::CompoundStmt *const body;
  const clang::QualType type;
  /// What the function returns (null: nothing), and whether it has returned.
  clang::VarDecl *found = nullptr, *returned = nullptr;
  bool isAsked = false;
};

} // namespace

clang::CompoundStmt *withoutLoopReturns(clang::FunctionDecl &function,
                                        clang::CompoundStmt *body) {
  return LoopReturnRewriter(function, body).run();
}

} // namespace sparsec
