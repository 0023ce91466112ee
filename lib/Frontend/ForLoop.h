//===- ForLoop.h - the parts of a `for` statement ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_FORLOOP_H
#define SPARSEC_LIB_FRONTEND_FORLOOP_H

#include "Kernel.h"

#include "clang/AST/Stmt.h"

#include <vector>

namespace sparsec {

/// A counted loop: `for (variable = start; condition; variable += step)`.
struct ForLoop {
  const clang::VarDecl *variable = nullptr;
  /// Null when the loop has no initialisation: the variable's value before it.
  const clang::Expr *start = nullptr;
  /// A conjunction of comparisons that the variable falsifies once and for all.
  const clang::Expr *condition = nullptr;
  /// Positive; `down` says that it is subtracted.
  long stride = 1;
  bool down = false;
  LoopFrame::Test test = LoopFrame::Test::AtStart;
  /// Other variables that the initialisation declares: `int j = lo, end = hi`.
  std::vector<const clang::VarDecl *> alsoDeclared;
};

/// Matches \p loop or refuses it, naming the part that does not fit.
ForLoop matchForLoop(const Kernel &kernel, const clang::ForStmt *loop);

/// What the head of \p loop sets \p variable to, alone: `i = lo`, `int i = lo`;
/// null where it does not.
const clang::Expr *startOf(const clang::ForStmt *loop,
                           const clang::VarDecl *variable);
/// The same of a \p statement, null for none.
const clang::Expr *setIn(const clang::Stmt *statement,
                         const clang::VarDecl *variable);

/// What steers \p loop: its head, without what that declares beside bounds.
std::vector<const clang::Stmt *> headOf(const clang::ForStmt *loop);

/// The operands of the outermost `&&`s of \p condition.
std::vector<const clang::Expr *> conjuncts(const clang::Expr *condition);

/// `i--` (or `++i`, …) when \p expression is that, or null.
const clang::UnaryOperator *steppedIn(const clang::Expr *expression);

/// Whether \p statement, null for an empty one, refers to \p variable.
bool mentions(const clang::Stmt *statement, const clang::VarDecl *variable);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_FORLOOP_H
