//===- Sentinels.cpp - loops that end at a marker -------------------------===//
///
/// \file
/// A loop whose end is in the data is no counted loop. What it is deserves a
/// better word than that: the lengths exist, somebody has to count them once.
///
//===----------------------------------------------------------------------===//

#include "Sentinels.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"

#include "clang/AST/Expr.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Variables = std::set<const clang::VarDecl *>;

/// Whether \p pointer is one of \p moved, perhaps with an offset.
bool isMoved(const clang::Expr *pointer, const Variables &moved) {
  pointer = pointer->IgnoreParenCasts();
  if (const auto *step = llvm::dyn_cast<clang::UnaryOperator>(pointer))
    return step->isIncrementDecrementOp() && isMoved(step->getSubExpr(), moved);
  const clang::VarDecl *variable = namedVariable(pointer);
  return variable && variable->getType()->isPointerType() &&
         moved.count(variable);
}

/// Whether \p condition looks where a pointer of \p moved points.
bool looksThere(const clang::Stmt *condition, const Variables &moved) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(condition);
  const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(condition);
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(condition);
  const clang::Expr *pointer = member && member->isArrow() ? member->getBase()
                               : element                   ? element->getBase()
                               : unary && unary->getOpcode() == clang::UO_Deref
                                   ? unary->getSubExpr()
                                   : nullptr;
  if (pointer && isMoved(pointer, moved))
    return true;
  return llvm::any_of(condition->children(), [&](const clang::Stmt *child) {
    return child && looksThere(child, moved);
  });
}

/// Whether \p part has the value of \p variable, but for where it reads memory.
bool hasValueOf(const clang::Stmt *part, const clang::VarDecl *variable) {
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(part);
  const bool isLoad = cast && cast->getCastKind() == clang::CK_LValueToRValue;
  if (isLoad)
    return namedVariable(cast->getSubExpr()) == variable;
  return llvm::any_of(part->children(), [&](const clang::Stmt *child) {
    return child && hasValueOf(child, variable);
  });
}

} // namespace

bool countsToMarker(const clang::Stmt *loop) {
  const auto *open = llvm::dyn_cast<clang::WhileStmt>(loop);
  const auto *step =
      open ? llvm::dyn_cast<clang::UnaryOperator>(open->getBody()) : nullptr;
  const clang::VarDecl *count = step && step->isIncrementOp()
                                    ? namedVariable(step->getSubExpr())
                                    : nullptr;
  return count && count->getType()->isIntegerType() &&
         mentions(open->getCond(), count) &&
         !hasValueOf(open->getCond(), count);
}

bool endsAtMarker(const clang::Stmt *loop) {
  const clang::Expr *condition = nullptr;
  if (const auto *whileLoop = llvm::dyn_cast<clang::WhileStmt>(loop))
    condition = whileLoop->getCond();
  else if (const auto *forLoop = llvm::dyn_cast<clang::ForStmt>(loop))
    condition = forLoop->getCond();
  return condition && looksThere(condition, modifiedVariables(loop));
}

} // namespace sparsec
