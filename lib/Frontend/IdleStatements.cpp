//===- IdleStatements.cpp - statements that do nothing --------------------===//
///
/// \file
///     __builtin_prefetch(&x[k]);
///     do {                                    // of a macro
///       const char *p = (const char *)v, *end = (const char *)(v + n);
///       for (; p < end; p += 64) __builtin_prefetch(p);
///     } while (0);
///     *p++;                                   // is p++;
///
/// Hints change no result: they are left out.
///
//===----------------------------------------------------------------------===//

#include "IdleStatements.h"
#include "Constructs.h"
#include "Modified.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"

#include <set>

namespace sparsec {
namespace {

class IdleTest : public clang::RecursiveASTVisitor<IdleTest> {
public:
  bool isIdle = true, fetches = false;

  bool VisitVarDecl(clang::VarDecl *variable) {
    own.insert(variable);
    return variable->hasLocalStorage() || act();
  }
  bool VisitExpr(clang::Expr *expression) {
    if (llvm::isa<clang::AtomicExpr, clang::VAArgExpr, clang::StmtExpr>(
            expression) ||
        expression->getType().isVolatileQualified())
      return act();
    const clang::Expr *target = modifiedBy(expression);
    return !target || own.count(variableStoredTo(target)) || act();
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (!callee ||
        callee->getBuiltinID() != clang::Builtin::BI__builtin_prefetch)
      return act();
    return fetches = true;
  }
  bool VisitReturnStmt(clang::ReturnStmt *) { return act(); }
  bool VisitGotoStmt(clang::GotoStmt *) { return act(); }
  bool VisitLabelStmt(clang::LabelStmt *) { return act(); }
  bool VisitBreakStmt(clang::BreakStmt *) { return act(); }
  bool VisitContinueStmt(clang::ContinueStmt *) { return act(); }
  bool VisitAsmStmt(clang::AsmStmt *) { return act(); }

private:
  bool act() { return isIdle = false; }

  std::set<const clang::VarDecl *> own;
};

} // namespace

bool isIdle(const clang::Stmt *statement) {
  IdleTest test;
  test.TraverseStmt(const_cast<clang::Stmt *>(statement));
  const auto *once = llvm::dyn_cast<clang::DoStmt>(statement);
  const bool isHint = test.fetches || (once && runsOnce(once));
  return test.isIdle && isHint;
}

clang::Expr *unreadStep(clang::Expr *expression) {
  auto *read =
      llvm::dyn_cast<clang::UnaryOperator>(expression->IgnoreParenCasts());
  auto *step = read && read->getOpcode() == clang::UO_Deref
                   ? llvm::dyn_cast<clang::UnaryOperator>(
                         read->getSubExpr()->IgnoreParens())
                   : nullptr;
  return step && step->isIncrementDecrementOp() &&
                 !read->getType().isVolatileQualified()
             ? step
             : nullptr;
}

} // namespace sparsec
