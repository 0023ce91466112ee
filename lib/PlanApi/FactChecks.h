//===- FactChecks.h - declared facts as run-time checks ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_FACTCHECKS_H
#define SPARSEC_LIB_PLANAPI_FACTCHECKS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// Lines of a function body that checks what the caller promised — conditions
/// on parameters first, then each declared fact — and returns a status. Empty
/// when there is nothing to check. An error for a fact that needs an unknown
/// length or has no checker. Facts about what inspectors make are left out
/// (MadeFacts.h).
llvm::Expected<std::vector<std::string>> factCheckLines(const Program &program);

/// The same for arrays on the GPU, before checksForGpu (GpuLines.h). The types
/// that the lines need are added to \p types.
llvm::Expected<std::vector<std::string>>
gpuFactCheckLines(const Program &program, std::string &types);

/// Lines for a place of `_inspect` or `_update` that is behind what \p facts
/// speak of: a block that ends in `goto fail` where one of them is violated.
/// With \p types for arrays on the GPU, as above, and ready for it.
llvm::Expected<std::vector<std::string>>
madeFactCheckLines(const Program &program,
                   const std::vector<const Fact *> &facts, std::string *types);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_FACTCHECKS_H
