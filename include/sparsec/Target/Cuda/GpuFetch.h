//===- GpuFetch.h - the host's statements, arrays on a GPU ------*- C++ -*-===//
///
/// \file
/// What inspectors do outside loops, and the checks of facts, stay on the host
/// with the inspector on the GPU, but their arrays are not there: single
/// elements are fetched before.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TARGET_CUDA_GPUFETCH_H
#define SPARSEC_TARGET_CUDA_GPUFETCH_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace sparsec {

/// \p nodes of an inspector, which a Check to `fail` ends, for arrays on the
/// GPU. An error where an element decides what is done, or is stored.
llvm::Expected<std::vector<LoopNode>>
withFetches(const Program &program, const std::vector<LoopNode> &nodes);

/// The same for declarations in a function that returns its status on failure:
/// `long long bytes = 4 * index[n];`.
llvm::Expected<std::vector<LoopNode>>
declarationsWithFetches(const Program &program,
                        const std::vector<LoopNode> &nodes);

/// The same for FactChecks.h, where nothing is done once something has failed.
llvm::Expected<std::vector<LoopNode>>
checksWithFetches(const Program &program, const std::vector<LoopNode> &nodes);

} // namespace sparsec

#endif // SPARSEC_TARGET_CUDA_GPUFETCH_H
