//===- LoopSteps.h - where bodies of loops step a variable ------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_LOOPSTEPS_H
#define SPARSEC_LIB_FRONTEND_LOOPSTEPS_H

#include "NewNodes.h"

#include <functional>
#include <optional>

namespace sparsec {

/// The only change of a variable in the body of a loop: a step by a constant,
/// made once in each iteration, by a statement of the body or in one.
struct BodyStep {
  size_t place = 0;            ///< of the statement in the list
  clang::Expr *step = nullptr; ///< `k++`, `k += 2`
  long amount = 0;
  bool isStatement = false; ///< nothing else is in it
};
/// Nothing where an iteration may go on or end before it.
std::optional<BodyStep> stepIn(clang::Stmt *body,
                               const clang::VarDecl *variable,
                               const clang::ASTContext &ast);

/// The only changes of a variable in the body of a loop, a step by the same
/// constant each: an iteration makes one of them right before it ends, also by
/// `continue`, and none before `break`.
struct LastSteps {
  clang::Expr *step = nullptr; ///< one of them
  long amount = 0;
  std::vector<clang::Stmt **> places;
};
std::optional<LastSteps> lastStepsIn(clang::Stmt *body,
                                     const clang::VarDecl *variable,
                                     const clang::ASTContext &ast);
/// Empties their places.
void dropSteps(const LastSteps &steps, const clang::ASTContext &ast,
               std::vector<std::function<void()>> &undo);

/// The variable that \p step changes by a constant, and by how much.
std::optional<std::pair<clang::VarDecl *, long>>
constantStep(const clang::Expr *step, const clang::ASTContext &ast);

/// \p body without its \p step of \p variable, which the head makes: what
/// stands behind it reads the variable stepped.
clang::Stmt *withoutStep(clang::Stmt *body, const BodyStep &step,
                         clang::VarDecl *variable, NewNodes &nodes,
                         std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_LOOPSTEPS_H
