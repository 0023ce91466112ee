//===- TensorCall.h - one nest as a matrix instruction ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_TENSORCALL_H
#define SPARSEC_LIB_LOOPPASSES_TENSORCALL_H

#include "sparsec/IR/Program.h"
#include "sparsec/IR/TensorAtom.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace sparsec {

/// The loops around an instruction whose iterations are its lanes.
struct Lanes {
  const LoopNode *group = nullptr, *member = nullptr;
};

/// What \p loop, the outermost one over a lane's sums, becomes: a call, and its
/// results. Errors: loops that the instruction does not do.
llvm::Expected<std::vector<LoopNode>> makeTensorCall(const TensorAtom &atom,
                                                     const LoopNode &loop,
                                                     const Lanes &lanes,
                                                     const Program &program);

/// Whether \p node is a scope that makeTensorCall() has made: a call, then what
/// sets the sums.
bool isTensorCall(const LoopNode &node);

/// Clears sums that a lane has in registers, where some may not be there,
/// before it begins with any step.
void clearSums(LoopAst &ast, const Program &program);

/// Whether the lanes of a warp do something together in \p node. Versions of it
/// would part them.
bool isCollective(const LoopNode &node);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_TENSORCALL_H
