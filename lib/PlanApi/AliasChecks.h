//===- AliasChecks.h - arrays that must be disjoint -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_ALIASCHECKS_H
#define SPARSEC_LIB_PLANAPI_ALIASCHECKS_H

#include "sparsec/PlanApi/PlanInterface.h"

namespace sparsec {

/// The pairs of the caller's arrays that the program takes as disjoint although
/// C does not say so: one is written, the types are alike, neither is
/// `restrict`, no assumed `noalias` names both. An error where these are rows
/// behind pointers, which nothing compares.
llvm::Expected<std::vector<std::pair<std::string, std::string>>>
comparedArrays(const Program &program);

/// One check for each such pair. An error when a length is not known.
llvm::Expected<std::vector<OverlapCheck>> overlapChecks(const Program &program);

/// `sparsec_overlap(x, 8 * n, y, 8 * m)`
LoopExpr overlapCondition(const OverlapCheck &check);

/// Leaves \p function where arrays overlap.
std::vector<LoopNode> overlapGuard(const PlanFunction &function,
                                   const OverlapCheck &check);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_ALIASCHECKS_H
