//===- UnusedLocals.h - locals that nothing mentions ------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_UNUSEDLOCALS_H
#define SPARSEC_LOOPIR_UNUSEDLOCALS_H

#include "sparsec/LoopIR/LoopAst.h"

#include <string>
#include <vector>

namespace sparsec {

/// Drops the constant locals and the declarations that nothing behind them in
/// \p nodes, or below, mentions; false when there were none.
bool dropUnusedLocals(std::vector<LoopNode> &nodes);

/// Those of \p locals that \p work uses, and then \p work.
std::vector<LoopNode> withUsedLocals(std::vector<LoopNode> locals,
                                     std::vector<LoopNode> work);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_UNUSEDLOCALS_H
