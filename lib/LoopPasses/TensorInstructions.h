//===- TensorInstructions.h - loops as matrix instructions ------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_TENSORINSTRUCTIONS_H
#define SPARSEC_LIB_LOOPPASSES_TENSORINSTRUCTIONS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// Carries out LoopMarks::tensor everywhere; returns the loops that were
/// marked. Errors: loops that the instruction does not do, and those that not
/// all lanes of a warp come to.
llvm::Expected<std::vector<LoopNode>>
makeTensorInstructions(LoopAst &ast, const Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_TENSORINSTRUCTIONS_H
