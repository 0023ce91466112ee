//===- WholeIterations.h - iterations stay whole in a step ------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_WHOLEITERATIONS_H
#define SPARSEC_ANALYSIS_WHOLEITERATIONS_H

#include "sparsec/IR/Step.h"

namespace sparsec {

/// Says for the free orders of \p before which loops their iterations are of in
/// the program of \p step: in each nest that a free order's statements are in
/// now, equal values of the outermost loops are one old iteration, and an old
/// iteration has one value of each. Where that cannot be proved the freedom
/// ends, with a warning of the step.
void carryFreeOrders(const Program &before, StepResult &step);

/// Whether the loops of two trees visit the same values in the same places,
/// whatever they are called and marked.
bool haveSameTimes(const ScheduleTree &first, const ScheduleTree &second);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_WHOLEITERATIONS_H
