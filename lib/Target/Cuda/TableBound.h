//===- TableBound.h - how much of an array a nest touches -------*- C++ -*-===//
#ifndef SPARSEC_LIB_TARGET_CUDA_TABLEBOUND_H
#define SPARSEC_LIB_TARGET_CUDA_TABLEBOUND_H

#include "sparsec/LoopIR/LoopAst.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// \p nodes with \p use in place of each element of \p arrays that a statement
/// or a guard touches, and without the other statements: \p use is run at
/// least as often as elements are touched. Nothing where elements say how often
/// a loop runs.
std::optional<std::vector<LoopNode>> usesOf(const std::vector<LoopNode> &nodes,
                                            const std::set<std::string> &arrays,
                                            const LoopNode &use);

/// \p nodes with \p use in place of each action, and nothing that only actions
/// need.
std::vector<LoopNode> actionsOf(const std::vector<LoopNode> &nodes,
                                const LoopNode &use);

} // namespace sparsec

#endif // SPARSEC_LIB_TARGET_CUDA_TABLEBOUND_H
