//===- GpuLines.h - the host's lines where arrays are on a GPU --*- C++ -*-===//
///
/// \file
/// What inspectors do outside loops, and the checks of facts, are lines of C.
/// With the inspector on the GPU they stay on the host, but their arrays are
/// not there: calls of the runtime become those of their twins
/// (runtime/sparsec/cuda_*.h), and single elements are fetched before.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TARGET_CUDA_GPULINES_H
#define SPARSEC_TARGET_CUDA_GPULINES_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// \p text, of the host, with the GPU's versions of runtime functions for
/// integers ("sparsec_gpu_min").
std::string onGpu(std::string text);

/// \p lines of an inspector, where `goto fail` ends it, for arrays on the GPU.
/// An error where there is no such call on the GPU, or where an element decides
/// what is done.
llvm::Expected<std::vector<std::string>>
linesForGpu(const Program &program, const std::vector<std::string> &lines);

/// The same for lines of a function that has no `status` yet and returns it on
/// failure: `long long bytes = 4 * index[n];`.
llvm::Expected<std::vector<std::string>>
declarationsForGpu(const Program &program,
                   const std::vector<std::string> &lines);

/// The same for FactChecks.h.
llvm::Expected<std::vector<std::string>>
checksForGpu(const Program &program, const std::vector<std::string> &lines);

} // namespace sparsec

#endif // SPARSEC_TARGET_CUDA_GPULINES_H
