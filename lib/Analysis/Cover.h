//===- Cover.h - statements that visit what others visit --------*- C++ -*-===//
///
/// \file
/// Statements side by side mostly visit the same values of the loops around
/// them: what is proved of one pair of instances holds of all pairs then.
/// Private to lib/Analysis.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_COVER_H
#define SPARSEC_LIB_ANALYSIS_COVER_H

#include "StepCheck.h"

#include <optional>
#include <vector>

namespace sparsec {

/// What a proof looks at of one statement.
struct Visits {
  const Statement &statement;
  /// Its calls, and those that only `values` mention.
  CallTable calls;
  /// `{ X[..] -> [v] }`; all loops around a statement that covers others are
  /// among them.
  std::vector<isl::pw_aff> values;
  size_t oldValues = 0; ///< how many of them are of the old program
};

/// The visits of \p successor, with \p old, `{ S[old] -> [v] }`, before the
/// values that it has in \p after, \p now. Nothing where loops of the old
/// program read index arrays.
std::optional<Visits> visitsOf(const Program &after, const Successor &successor,
                               const std::vector<isl::pw_aff> &old,
                               const std::vector<isl::pw_aff> &now);

/// Whether for each instance of \p other there is one of \p first with the same
/// values, and the same elements of index arrays that both read.
bool covers(const Visits &first, const Visits &other);

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_COVER_H
