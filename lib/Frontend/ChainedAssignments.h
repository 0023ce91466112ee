//===- ChainedAssignments.h - `a = b = v` -----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CHAINEDASSIGNMENTS_H
#define SPARSEC_LIB_FRONTEND_CHAINEDASSIGNMENTS_H

#include "NewNodes.h"

namespace sparsec {

/// The assignments in \p expression one by one, the innermost first; itself
/// where it is no chain, or one whose order C leaves open.
Statements splitChains(clang::Expr *expression, NewNodes &nodes);

/// Whether \p part loads numbers from elements and the like that may have been
/// stored as one of type \p stored. A number is no pointer.
bool mayLoad(const clang::Stmt *part, clang::QualType stored);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CHAINEDASSIGNMENTS_H
