//===- MarkerCounts.h - entries up to a marker, counted ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_MARKERCOUNTS_H
#define SPARSEC_LIB_FRONTEND_MARKERCOUNTS_H

#include "LoopRegions.h"

#include "clang/AST/Expr.h"

#include "clang/Basic/SourceManager.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// A loop of a region that walks up to a marker, as many steps as can be
/// counted before the region: nothing in it changes what the condition reads.
struct MarkerCount {
  const clang::Expr *condition;
  const clang::VarDecl *moved; ///< by one in each iteration
  const clang::Expr *start;    ///< of `moved`; null for its own value
  /// Where the condition names `moved`.
  std::vector<const clang::DeclRefExpr *> places;
};

/// Those among the statements of \p region of \p function. Loops in loops have
/// a count for each iteration around them, and are none.
std::vector<MarkerCount> markerCounts(const LoopRegion &region,
                                      const clang::FunctionDecl &function);

/// The bytes of \p expression in the main file; none where a macro has a part.
std::optional<std::pair<size_t, size_t>>
textRange(const clang::Expr *expression, const clang::SourceManager &sources);

/// The condition of \p count \p name steps further; empty where macros hold it.
std::string countingText(const MarkerCount &count, const std::string &name,
                         const clang::SourceManager &sources);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_MARKERCOUNTS_H
