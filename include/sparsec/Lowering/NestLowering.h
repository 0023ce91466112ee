//===- NestLowering.h - nests of loops from isl -----------------*- C++ -*-===//
#ifndef SPARSEC_LOWERING_NESTLOWERING_H
#define SPARSEC_LOWERING_NESTLOWERING_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace sparsec {

/// The loops of \p phase as isl makes them, flat: each loop of the schedule
/// once, unless splitting loops frees innermost bodies of guards.
llvm::Expected<std::vector<LoopNode>> lowerNests(const Program &program,
                                                 const Phase &phase);

} // namespace sparsec

#endif // SPARSEC_LOWERING_NESTLOWERING_H
