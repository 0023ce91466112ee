//===- AstLowering.h - from isl's AST to loops ------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOWERING_ASTLOWERING_H
#define SPARSEC_LIB_LOWERING_ASTLOWERING_H

#include "LoweringSchedule.h"
#include "WholeProducts.h"
#include "sparsec/LoopIR/LoopAst.h"

namespace sparsec {

/// The loops that isl's generator makes of \p schedule. \p renamings counts the
/// locals that got names of their own.
llvm::Expected<std::vector<LoopNode>>
lowerSchedule(const WholeProducts &products, const IslSchedule &schedule,
              unsigned &renamings);

} // namespace sparsec

#endif // SPARSEC_LIB_LOWERING_ASTLOWERING_H
