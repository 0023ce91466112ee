//===- KeptArrays.h - what the plan keeps of what is made -------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_KEPTARRAYS_H
#define SPARSEC_ANALYSIS_KEPTARRAYS_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// What a recipe makes of \p program when all of its steps are done: the arrays
/// that steps made for the plan and that only inspect phases use turn into
/// their workspace, freed with the inspector. No access, no order changes.
Program withKeptArraysOnly(Program program);

/// \p program without the inspect phases that make nothing but workspace which
/// no later one reads: lists that only a check of a fact would look at, where
/// it is not checked.
Program withoutUnreadLists(Program program);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_KEPTARRAYS_H
