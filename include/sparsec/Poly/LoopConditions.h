//===- LoopConditions.h - what loops imply, and what is left ----*- C++ -*-===//
#ifndef SPARSEC_POLY_LOOPCONDITIONS_H
#define SPARSEC_POLY_LOOPCONDITIONS_H

#include "sparsec/Poly/Isl.h"

#include <string>
#include <vector>

namespace sparsec::poly {

/// What the least and the greatest value of a loop are for given outer ones.
struct LoopInterval {
  static constexpr const char *None = "no values";

  /// "[lower, upper]"; "all values" without bounds.
  std::string text;
  /// `{ L[outer.., v] }`: what is between the bounds as they are written, with
  /// `/` rounding down and `%` what that leaves, for all outer values: also for
  /// those for which the loop has no iterations.
  isl::set within;
};

/// Of the last dimension of \p values, where the others are called \p names.
LoopInterval intervalOf(const isl::set &values,
                        const std::vector<std::string> &names);

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
