//===- Structure.h - blocks, conditions and what is empty -------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_STRUCTURE_H
#define SPARSEC_LOOPIR_STRUCTURE_H

#include "sparsec/LoopIR/LoopAst.h"

#include <string>
#include <vector>

namespace sparsec {

/// Replaces variable \p from by variable \p to in \p node and below, reduction
/// clauses included.
void renameVariable(LoopNode &node, const std::string &from,
                    const LoopExpr &to);

/// Whether \p loop runs at least once.
LoopExpr tripCondition(const LoopNode &loop);

/// Removes Blocks, constant conditions and what is empty.
void flatten(std::vector<LoopNode> &nodes);

/// Gives iterators and locals `long long` where a bound or value has 64 bits.
void inferWidths(std::vector<LoopNode> &nodes);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_STRUCTURE_H
