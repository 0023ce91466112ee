//===- RowRun.h - instances that number themselves --------------*- C++ -*-===//
///
/// \file
/// Where a loop runs through the rows of a pointer array, `pointer(row) <= at <
/// pointer(row + 1)` for row = 0, 1, … with pointer(0) = 0, each of the numbers
/// `at` from 0 to the last row's end is one instance's. So it is where these
/// numbers are rows of a further pointer array in turn, as in a tensor's levels
/// (CSF). Nothing has to be listed then: the number is the position, and the
/// other compacted loops but the rows follow from it and from the loops
/// outside, as j = at - 256*b does inside tiles b = floor(at / 256).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_ROWRUN_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_ROWRUN_H

#include "Compaction/CompactionInput.h"

namespace sparsec {

/// Instances between the ends of the rows of pointer arrays, which number
/// themselves.
struct RowRun {
  /// The key that runs through the rows of one pointer array.
  struct Level {
    unsigned row;
    std::string pointer; ///< the call of the row's begin
  };
  /// Outermost first: the row of each but the first one is the number of the
  /// level before.
  std::vector<Level> levels;
  isl::pw_aff number; ///< `{ R[..] -> [number] }`, of the innermost level
  /// `{ R[..] }`: the number is between the ends of its rows, and what is asked
  /// beyond that, of loops that stay inside.
  isl::set guard, inside;
  /// The keys that are no rows: `{ P[O.., number] -> [value] }`.
  std::map<unsigned, isl::pw_aff> keys = {};

  bool isRow(unsigned dim) const;
  /// Whether numbers may have no instance, for want of iterations inside.
  bool asksInside() const {
    return !isl::set::universe(inside.space()).is_subset(inside);
  }
};

std::optional<RowRun> findRowRun(const CompactionInput &in);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_ROWRUN_H
