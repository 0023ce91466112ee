//===- LoopConditions.h - what loops imply, and what is left ----*- C++ -*-===//
#ifndef SPARSEC_POLY_LOOPCONDITIONS_H
#define SPARSEC_POLY_LOOPCONDITIONS_H

#include "sparsec/Poly/Isl.h"

#include <string>
#include <vector>

namespace sparsec::poly {

/// What a loop says that has the least and the greatest value of a dimension
/// for its bounds (intervalText), and no more.
struct LoopInterval {
  /// `{ L[outer.., v] }`: the outer values for which the bounds are found. For
  /// others the loop may have any bounds.
  isl::set known;
  /// `{ L[outer.., v] }`: for those, what is between the bounds.
  isl::set within;
};

/// Of the last dimension of \p values. Everything where it has no bounds.
LoopInterval intervalOf(const isl::set &values);

/// \p set, `{ L[..] }`, as one of \p dims dimensions, of which it constrains
/// its own.
isl::set withInnerDims(isl::set set, unsigned dims);

/// One conjunction, of constraints that \p set is made of, around \p set.
isl::set conjunctionAround(const isl::set &set);

/// C-like text of the condition to be in \p set, whose dimensions are called
/// \p names; "" when that is always so.
std::string conditionText(const isl::set &set,
                          const std::vector<std::string> &names);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_LOOPCONDITIONS_H
