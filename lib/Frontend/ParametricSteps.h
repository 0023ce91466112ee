//===- ParametricSteps.h - loops that step by a parameter -------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_PARAMETRICSTEPS_H
#define SPARSEC_LIB_FRONTEND_PARAMETRICSTEPS_H

#include "NewNodes.h"

namespace sparsec {

/// What stands for \p loop if it steps by a value that stays the same and ends
/// at a multiple of it; else the loop itself.
Statements withoutParametricStep(clang::ForStmt *loop, NewNodes &nodes);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_PARAMETRICSTEPS_H
