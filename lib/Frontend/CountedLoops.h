//===- CountedLoops.h - `while` and moving pointers -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_COUNTEDLOOPS_H
#define SPARSEC_LIB_FRONTEND_COUNTEDLOOPS_H

#include "NewNodes.h"

namespace sparsec {

/// \p loop with an integer that counts its iterations, and what stands before
/// it; itself where the condition tells of no such integer, or has one.
Statements countedLoop(clang::ForStmt *loop, NewNodes &nodes);
/// The same of a `while` loop over \p body.
Statements countedLoop(clang::WhileStmt *loop, clang::Stmt *body,
                       NewNodes &nodes);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_COUNTEDLOOPS_H
