//===- JoinedPhases.h - inspectors that run through the same ----*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_JOINEDPHASES_H
#define SPARSEC_ANALYSIS_JOINEDPHASES_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// \p program with phases of one role that have the same loops, over the same
/// values, as one phase: lists of one step are filled in one visit. Only
/// assignments are joined, of which none touches what another one writes;
/// phases between them make room for arrays.
Program withJoinedPhases(Program program);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_JOINEDPHASES_H
