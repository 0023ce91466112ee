//===- GpuInspector.h - inspectors as CUDA kernels --------------*- C++ -*-===//
#ifndef SPARSEC_TARGET_CUDA_GPUINSPECTOR_H
#define SPARSEC_TARGET_CUDA_GPUINSPECTOR_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/Module.h"

#include "llvm/Support/Error.h"

#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// \p phase, an inspect or update phase, in which loops that only assign, and
/// those inside parallel ones, are marked parallel, too, where their iterations
/// may run at once.
Phase withParallelLoops(const Program &program, Phase phase);

/// Takes the loops out of \p ast, an inspect or update phase whose statements
/// write the arrays and scalars \p written: each nest becomes a kernel, and a
/// launch where it was (GpuKernels.h). A thread has one iteration of the
/// outermost loop, or of several where all of them may run at once; where
/// arrays per thread are needed, a limited number of threads share the
/// iterations. What stands outside loops stays on the host (GpuFetch.h).
///
/// The order in which iterations ran is not seen in what they leave behind: the
/// nests are those that C runs in parallel, greatest values, nests that store
/// one constant, and those that only number instances (ExclusiveNumbering.h).
/// Others are errors about their statement (IR/Culprit.h).
///
/// Returns the functions; their names are added to \p names.
llvm::Expected<std::vector<LoopFunction>>
outlineInspector(LoopAst &ast, const Program &program,
                 const std::set<std::string> &written,
                 std::set<std::string> &names);

} // namespace sparsec

#endif // SPARSEC_TARGET_CUDA_GPUINSPECTOR_H
