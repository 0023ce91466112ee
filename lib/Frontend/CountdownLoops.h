//===- CountdownLoops.h - loops that only count down ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_COUNTDOWNLOOPS_H
#define SPARSEC_LIB_FRONTEND_COUNTDOWNLOOPS_H

#include "NewNodes.h"

namespace sparsec {

/// What stands for \p loop, `while (n--)`, whose body does not name n; empty
/// for other loops.
Statements countedUp(clang::ForStmt *loop, NewNodes &nodes);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_COUNTDOWNLOOPS_H
