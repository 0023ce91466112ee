//===- ImpliedConditions.h - what need not be asked -------------*- C++ -*-===//
///
/// \file
/// What a set asks of index arrays although it follows from the rest and the
/// facts. Private to lib/Analysis.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_IMPLIEDCONDITIONS_H
#define SPARSEC_LIB_ANALYSIS_IMPLIEDCONDITIONS_H

#include "sparsec/IR/Program.h"

#include <string>

namespace sparsec {

/// \p points, `{ [..] }` over \p calls, without calls and conditions that those
/// that stay and the facts of \p program imply, as far as that is seen: a
/// superset that has the same points wherever the facts hold. Conditions on
/// dimensions and parameters alone stay, and so does the call \p kept.
isl::set withoutImplied(const Program &program, const CallTable &calls,
                        const isl::set &points, const std::string &kept = "");

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_IMPLIEDCONDITIONS_H
