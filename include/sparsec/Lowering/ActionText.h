//===- ActionText.h - what inspectors do, as C ------------------*- C++ -*-===//
#ifndef SPARSEC_LOWERING_ACTIONTEXT_H
#define SPARSEC_LOWERING_ACTIONTEXT_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopExpr.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// The lines of the action of \p statement, where \p operands are those of
/// Action::operands in terms of the loops around it. Where inspectors run on
/// the GPU arrays are there, and updates that threads share are atomic. A call
/// that fails sets `status` and jumps to `fail`. Fails where an extent is not
/// known, or there is no such function for the GPU.
llvm::Expected<std::vector<std::string>>
actionLines(const Program &program, const Statement &statement,
            llvm::ArrayRef<LoopExpr> operands);

/// The call that gives \p target, the plan's field or a local for \p array, its
/// memory on the GPU; arrays with an initial value, which then is 0, start so.
std::string gpuAllocation(const Array &array, const std::string &target,
                          const std::string &elements,
                          const std::string &limit);

} // namespace sparsec

#endif // SPARSEC_LOWERING_ACTIONTEXT_H
