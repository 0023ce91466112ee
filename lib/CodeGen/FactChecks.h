//===- FactChecks.h - declared facts as run-time checks ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_CODEGEN_FACTCHECKS_H
#define SPARSEC_LIB_CODEGEN_FACTCHECKS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// Lines of a function body that checks what the caller promised — conditions
/// on parameters first, then each declared fact — and returns a status. Empty
/// when there is nothing to check. An error for a fact that needs an unknown
/// length or has no checker.
llvm::Expected<std::vector<std::string>> factCheckLines(const Program &program);

/// The same for arrays on the GPU, before checksForGpu (GpuLines.h). The types
/// that the lines need are added to \p types.
llvm::Expected<std::vector<std::string>>
gpuFactCheckLines(const Program &program, std::string &types);

} // namespace sparsec

#endif // SPARSEC_LIB_CODEGEN_FACTCHECKS_H
