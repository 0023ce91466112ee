//===- LoopVariables.cpp - counters that are data elsewhere ---------------===//
///
/// \file
/// A variable that is declared at the top may be several:
///
///     for (p = 0; p < n; p++) w[p] = 0;        for (int p = 0; ..) ..
///     for (k ..) {                        =>   for (k ..) {
///       p = w[t[k]]++;                           p = w[t[k]]++;
///
//===----------------------------------------------------------------------===//

#include "LoopVariables.h"
#include "Aliases.h"
#include "FirstUses.h"
#include "ForLoop.h"
#include "NewNodes.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <map>

namespace sparsec {
namespace {

/// `p = 0` as the head of a loop has it.
clang::BinaryOperator *startOf(clang::ForStmt *loop) {
  auto *start = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit());
  return start && start->getOpcode() == clang::BO_Assign ? start : nullptr;
}

class LoopFinder : public clang::RecursiveASTVisitor<LoopFinder> {
public:
  std::vector<clang::ForStmt *> loops;
  /// How often each variable is assigned by `=`.
  std::map<const clang::VarDecl *, unsigned> assigned;

  bool VisitForStmt(clang::ForStmt *loop) {
    loops.push_back(loop);
    // What starts a loop is no data.
    if (const clang::BinaryOperator *start = startOf(loop))
      if (const clang::VarDecl *variable = namedVariable(start->getLHS()))
        --assigned[variable];
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *assignment) {
    if (assignment->getOpcode() == clang::BO_Assign)
      if (const clang::VarDecl *variable = namedVariable(assignment->getLHS()))
        ++assigned[variable];
    return true;
  }
};

class Renamer : public clang::RecursiveASTVisitor<Renamer> {
public:
  Renamer(const clang::VarDecl *from, clang::VarDecl *to,
          std::vector<std::function<void()>> &undo)
      : from(from), to(to), undo(undo) {}

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (reference->getDecl() != from)
      return true;
    clang::ValueDecl *old = reference->getDecl();
    undo.emplace_back([reference, old] { reference->setDecl(old); });
    reference->setDecl(to);
    return true;
  }

private:
  const clang::VarDecl *from;
  clang::VarDecl *to;
  std::vector<std::function<void()>> &undo;
};

} // namespace

void splitLoopVariables(clang::FunctionDecl &function,
                        std::vector<std::function<void()>> &undo) {
  LoopFinder finder;
  finder.TraverseStmt(function.getBody());
  for (clang::ForStmt *loop : finder.loops) {
    clang::BinaryOperator *start = startOf(loop);
    const clang::VarDecl *variable =
        start ? namedVariable(start->getLHS()) : nullptr;
    if (!variable || !variable->isLocalVarDecl() || variable->isStaticLocal() ||
        !variable->getType()->isIntegerType() || !finder.assigned[variable] ||
        mentions(start->getRHS(), variable) ||
        !isFreshWithout(function.getBody(), {loop}, variable))
      continue;
    NewNodes nodes(function, start->getBeginLoc());
    clang::VarDecl *own = nodes.variable(variable->getName(),
                                         variable->getType(), start->getRHS());
    clang::Stmt *const init = loop->getInit();
    undo.emplace_back([loop, init] { loop->setInit(init); });
    Renamer(variable, own, undo).TraverseStmt(loop);
    loop->setInit(nodes.declare(own));
  }
}

} // namespace sparsec
