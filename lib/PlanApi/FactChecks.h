//===- FactChecks.h - declared facts as run-time checks ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_FACTCHECKS_H
#define SPARSEC_LIB_PLANAPI_FACTCHECKS_H

#include "sparsec/Target/Cuda/GpuRules.h"

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace sparsec {

/// The body of a function that checks what the caller promised — conditions on
/// parameters first, then each declared fact — and returns a status. Empty when
/// there is nothing to check. An error for a fact that needs an unknown length
/// or has no checker. Facts about what inspectors make are left out
/// (MadeFacts.h).
llvm::Expected<std::vector<LoopNode>> factChecks(const Program &program);

/// The same for arrays on the GPU, on `stream`. The types that it needs are
/// added to \p types.
llvm::Expected<std::vector<LoopNode>>
gpuFactChecks(const Program &program, std::vector<LoopStruct> &types);

/// For a place of `_inspect` or `_update` that is behind what \p facts speak
/// of: a scope that goes to `fail` where one of them is violated. With \p types
/// for arrays on the GPU, as above.
llvm::Expected<std::vector<LoopNode>>
madeFactChecks(const Program &program, const std::vector<const Fact *> &facts,
               std::vector<LoopStruct> *types);

/// What a function without a status returns where \p program's conditions on
/// parameters do not hold.
llvm::Expected<std::vector<LoopNode>> conditionGuards(const Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_FACTCHECKS_H
