//===- IterationWeights.h - how much iterations do --------------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_ITERATIONWEIGHTS_H
#define SPARSEC_ANALYSIS_ITERATIONWEIGHTS_H

#include "sparsec/IR/Program.h"

#include <string>

namespace sparsec {

/// An index array f of which iteration v of \p loop reads f[v] and f[v + 1],
/// such as the bounds of a loop over a row's entries: f is known not to
/// decrease, and has an element for each iteration and one more. "" if there is
/// none.
std::string weightsOf(const Program &program, const ScheduleTree &loop);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_ITERATIONWEIGHTS_H
