//===- RowMerges.h - loops over what two rows share -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_ROWMERGES_H
#define SPARSEC_LIB_FRONTEND_ROWMERGES_H

#include "NewNodes.h"

#include <functional>
#include <map>
#include <optional>

namespace sparsec {

/// What a condition `a[p] == b[q]` that stands for a merge or a search takes
/// for granted.
struct RowMerge {
  clang::SourceRange where; ///< of the loop in the source
  bool isSearch = false;    ///< not of two rows that rise
  /// A search goes on in the next iteration of the loop around, too.
  bool mayGoOn = false;
  /// And begins behind what it has found.
  bool isStepped = false;
  std::string problem = ""; ///< why it cannot be, "" if it can
  std::string instead = ""; ///< what to write
};
using RowMerges = std::map<const clang::IfStmt *, RowMerge>;

/// Rewrites them. What is made has its work rewritten by `rewrite`.
struct MergeRewriter {
  clang::FunctionDecl &function;
  const clang::Stmt *body; ///< as it was in the source
  RowMerges &merges;
  std::vector<std::function<void()>> &undo;
  std::function<clang::Stmt *(clang::Stmt *)> rewrite;

  /// \p loop, a `while` or `for` that merges two rows; none for others.
  std::optional<Statements> merged(clang::Stmt *loop) const;
  /// \p loop and the `if` \p test behind it, which search a row.
  std::optional<Statements> searched(clang::Stmt *loop,
                                     clang::Stmt *test) const;
};

/// Whether \p loop merges rows and does something with entries that only one
/// has.
bool isUnionOfRows(const clang::Stmt *loop);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_ROWMERGES_H
