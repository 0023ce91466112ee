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
/// A list of rows, `pointer(list(r)) <= at < pointer(list(r) + 1)`, leaves the
/// numbers as they are where it has, in ascending order, every row that has
/// any. Who makes a list of that kind says so by a proved fact: Kind::Contents
/// with `which` = "rows", arrays = {list, pointer, next, ..} and `upper`: of
/// the rows i < upper the list has each with `next(pointer(i)) < next(pointer(i
/// + 1))`, and no row twice.
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
  /// How many rows the outermost level has, those that a list leaves out
  /// included; absent where there is no list: the loop runs through them.
  std::optional<isl::pw_aff> rows = std::nullopt;
  isl::pw_aff number; ///< `{ R[..] -> [number] }`, of the innermost level
  /// `{ R[..] }`: the number is between the ends of its rows, and what is asked
  /// beyond that, of loops that stay inside.
  isl::set guard, inside;
  /// The keys that are no rows: `{ P[O.., number] -> [value] }`.
  std::map<unsigned, isl::pw_aff> keys = {};

  bool isRow(unsigned dim) const;
  /// How many rows there are in all, in parameters.
  isl::pw_aff rowCount(const CompactionInput &in) const;
  /// Whether numbers may have no instance, for want of iterations inside.
  bool asksInside() const {
    return !isl::set::universe(inside.space()).is_subset(inside);
  }
};

std::optional<RowRun> findRowRun(const CompactionInput &in);

/// The fact that \p list, which has the values of the key \p dim in ascending
/// order, each once, has every row with a number; nothing where the statement
/// leaves numbers out, or does not run for any.
std::optional<Fact> listedRows(const CompactionInput &in, unsigned dim,
                               const std::string &list);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_ROWRUN_H
