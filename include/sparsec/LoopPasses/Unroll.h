//===- Unroll.h - unrolling and versioning of lowered loops -----*- C++ -*-===//
#ifndef SPARSEC_LOOPPASSES_UNROLL_H
#define SPARSEC_LOOPPASSES_UNROLL_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// Carries out LoopMarks::unroll and ::jam everywhere in \p ast. A loop whose
/// trip count is constant disappears; one whose upper bound is the minimum of a
/// constant and more is versioned into the full case and the rest. By a
/// factor: a main loop and a clean-up loop. Errors: `unroll(0)` of a loop
/// without constant bound, jam of loops whose inner bounds vary, more than
/// mostUnrolled statements.
llvm::Error unrollLoops(LoopAst &ast, const Program &program);

/// The most statements that a loop may become: compilers take minutes
/// for more in one function.
constexpr long mostUnrolled = 1 << 16;
llvm::Error tooManyStatements(const LoopNode &loop);

} // namespace sparsec

#endif // SPARSEC_LOOPPASSES_UNROLL_H
