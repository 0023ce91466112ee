//===- RowRun.h - instances that number themselves --------------*- C++ -*-===//
///
/// \file
/// Where a loop runs through the rows of a pointer array, `pointer(row) <= at <
/// pointer(row + 1)` for row = 0, 1, … with pointer(0) = 0, each of the numbers
/// `at` from 0 to the last row's end is one instance's. Nothing has to be
/// listed then: the number is the position, and the other compacted loops
/// follow from it and from the loops outside, as j = at - 256*b does inside
/// tiles b = floor(at / 256).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_ROWRUN_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_ROWRUN_H

#include "Compaction/CompactionInput.h"

namespace sparsec {

/// Instances between the ends of the rows of a pointer array, which number
/// themselves.
struct RowRun {
  unsigned row;        ///< the key that runs through the rows
  std::string pointer; ///< the call of the row's begin
  isl::pw_aff number;  ///< `{ R[..] -> [number] }`
  /// The other keys: `{ P[O.., number] -> [value] }`.
  std::map<unsigned, isl::pw_aff> keys = {};
};

std::optional<RowRun> findRowRun(const Program &program,
                                 const CompactedDomain &set, bool isPadded);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_ROWRUN_H
