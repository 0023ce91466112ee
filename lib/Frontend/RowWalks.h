//===- RowWalks.h - loops through rows --------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_ROWWALKS_H
#define SPARSEC_LIB_FRONTEND_ROWWALKS_H

#include "RowMerges.h"

#include <set>

namespace sparsec {

/// `p < pe`: a position in a row and its end.
struct Walk {
  clang::BinaryOperator *test = nullptr;
  clang::VarDecl *position = nullptr;
};

/// \p test as one, of a local that \p changed has; none where its end changes.
std::optional<Walk> walkOf(clang::Expr *test,
                           const std::set<const clang::VarDecl *> &changed);

/// The condition and body of a `while`, or of a `for` without a step.
struct Loop {
  clang::Stmt *init = nullptr;
  clang::Expr *condition = nullptr;
  clang::Stmt *body = nullptr;
  clang::Expr *step = nullptr;
};

std::optional<Loop> loopOf(clang::Stmt *statement);

/// The conjuncts of \p condition.
std::vector<clang::Expr *> partsOf(clang::Expr *condition);

/// Whether \p entry is an element, `a[p]`.
bool isElement(const clang::Expr *entry);

/// Whether two expressions are written alike.
bool isAlike(const clang::Expr *one, const clang::Expr *other,
             const clang::ASTContext &ast);

/// A variable that starts where \p walk is.
clang::VarDecl *ownOf(const Walk &walk, NewNodes &nodes);

/// `for (own = position; own < end; own++) body`
clang::Stmt *loopOver(const Walk &walk, clang::VarDecl *own, clang::Stmt *body,
                      NewNodes &nodes);

/// `a == b`, in the type in which C compares them; null where that may change
/// values.
clang::Expr *equality(clang::Expr *left, clang::Expr *right, NewNodes &nodes);

/// Lets statements name another variable, which they do not step.
class References {
public:
  References(clang::VarDecl *from, clang::VarDecl *to,
             std::vector<std::function<void()>> &undo)
      : from(from), to(to), undo(undo) {}

  void change(clang::Stmt *statement);

private:
  /// `p++` as `p`.
  void dropStep(clang::Stmt *&child);

  clang::VarDecl *from, *to;
  std::vector<std::function<void()>> &undo;
};

/// Says in \p made that \p variable is needed.
void readBehind(const clang::VarDecl *variable, RowMerge &made);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_ROWWALKS_H
