//===- RowCuts.h - a row in two loops ---------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_ROWCUTS_H
#define SPARSEC_LIB_FRONTEND_ROWCUTS_H

#include "RowMerges.h"

#include "llvm/ADT/ArrayRef.h"

namespace sparsec {

/// What stands for two loops through the parts of a row.
struct RowCut {
  Statements first;
  clang::Stmt *next = nullptr; ///< the other loop, in the source
  clang::Stmt *other = nullptr;
};

/// \p loop, which ends at an entry of a row, and the one \p behind it that goes
/// on there; none for others. What they take for granted is among the merges of
/// \p rows.
std::optional<RowCut> cutRow(const MergeRewriter &rows, clang::Stmt *loop,
                             llvm::ArrayRef<clang::Stmt *> behind);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_ROWCUTS_H
