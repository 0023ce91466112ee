//===- ActionLowering.h - what inspectors do, as statements -----*- C++ -*-===//
#ifndef SPARSEC_LOWERING_ACTIONLOWERING_H
#define SPARSEC_LOWERING_ACTIONLOWERING_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace sparsec {

/// The statements of the action of \p statement, where \p operands are those of
/// Action::operands in terms of the loops around it; \p isInLoop: there are
/// such. Where inspectors run on the GPU arrays are there, and updates in
/// loops, which are the threads', are atomic. A call that fails sets `status`,
/// and a Check follows. Fails where an extent is not known, or there is no such
/// function for the GPU.
llvm::Expected<std::vector<LoopNode>>
lowerAction(const Program &program, const Statement &statement,
            llvm::ArrayRef<LoopExpr> operands, bool isInLoop);

/// The call that gives \p target, the plan's field or a local for \p array, its
/// memory: \p elements, and at most \p limit bytes. On a GPU, arrays with an
/// initial value, which then is 0, start so.
LoopNode allocation(const Array &array, const LoopExpr &target,
                    const LoopExpr &elements, const LoopExpr &limit,
                    bool onGpu);

} // namespace sparsec

#endif // SPARSEC_LOWERING_ACTIONLOWERING_H
