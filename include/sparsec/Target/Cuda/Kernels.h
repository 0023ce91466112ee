//===- Kernels.h - mapped loops as CUDA kernels -----------------*- C++ -*-===//
#ifndef SPARSEC_TARGET_CUDA_KERNELS_H
#define SPARSEC_TARGET_CUDA_KERNELS_H

#include "sparsec/Target/Cuda/KernelStorage.h"

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/Module.h"

#include "llvm/Support/Error.h"

#include <string>

namespace sparsec {

/// Whether some loop of \p program is mapped to the blocks or threads of a GPU.
bool hasKernels(const Program &program);

struct OutlinedKernels {
  std::vector<LoopFunction> functions;
  PlanArrays threadArrays;
};

/// Takes the mapped loops out of \p ast, the execute phase: each outermost one
/// becomes a kernel function, and a launch (sparsec_launch) where it was. Sizes
/// of grids are expressions of the host, sizes of blocks are constants: the
/// trip count of the loop, or `threadsPerBlock` for one whose count varies, of
/// which each thread then runs every `threadsPerBlock`-th iteration.
/// Bounds of the host's loops and sizes of grids may have elements of arrays
/// that the plan has on the host, too: they are read from hostCopy.
/// Returns the functions, and the arrays of the plan that threads have elements
/// of their own in. Errors: work or other loads outside kernels, blocks
/// whose number only the GPU knows, more than 1024 threads in a block.
llvm::Expected<OutlinedKernels> outlineKernels(LoopAst &ast,
                                               const Program &program);

/// Whether `_execute` can read the elements of \p array on the host: the
/// inspector made it there.
bool isOnHost(const Program &program, const std::string &array);
/// The name that \p array has where `_execute` reads it on the host.
std::string hostCopy(const Program &program, const std::string &array);
/// \p expr as the host computes it.
LoopExpr onHost(const Program &program, const LoopExpr &expr);

constexpr long threadsPerBlock = 128;

} // namespace sparsec

#endif // SPARSEC_TARGET_CUDA_KERNELS_H
