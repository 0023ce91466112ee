//===- ChainedAssignments.h - `a = b = v` -----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CHAINEDASSIGNMENTS_H
#define SPARSEC_LIB_FRONTEND_CHAINEDASSIGNMENTS_H

#include "NewNodes.h"

namespace sparsec {

/// The assignments in \p expression one by one, the innermost first; itself
/// where it is no chain, or one whose order C leaves open.
Statements splitChains(clang::Expr *expression, NewNodes &nodes);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CHAINEDASSIGNMENTS_H
