//===- MeasuredRanges.h - how far values of index arrays go -----*- C++ -*-===//
///
/// \file
/// `range(row, 0, ?)` says that nobody knows how great the elements of `row`
/// are. Where a size depends on it the plan finds out: an inspector looks at
/// all elements once, and one more than the greatest is a parameter from then
/// on, 0 where there are none.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_ANALYSIS_MEASUREDRANGES_H
#define SPARSEC_ANALYSIS_MEASUREDRANGES_H

#include "sparsec/IR/Program.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// Whether there is an index array of the caller's of which facts tell the
/// least element and not how far its values go.
bool hasOpenRange(const Program &program);

/// \p program with an inspector that measures how far the values of \p array,
/// an index array of the caller's, go. Nothing where facts say it already,
/// where they do not say that no element is negative, and where nobody knows
/// how many elements there are.
std::optional<Program> withMeasuredRange(const Program &program,
                                         const std::string &array);

/// \p program with inspectors that measure the index arrays whose values tell
/// the length of \p array, the caller's, and with that extent. Nothing where
/// that does not tell it.
std::optional<Program> withMeasuredLength(const Program &program,
                                          const std::string &array);

/// \p program with the first extents of those \p arrays, the caller's, whose
/// length follows from the accesses or can be measured; of others it stays
/// open, and of those that are only touched where data says so.
Program withLengths(Program program, const std::vector<std::string> &arrays);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_MEASUREDRANGES_H
