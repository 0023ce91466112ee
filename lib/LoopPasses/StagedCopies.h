//===- StagedCopies.h - boxes that are filled ahead -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_STAGEDCOPIES_H
#define SPARSEC_LIB_LOOPPASSES_STAGEDCOPIES_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

#include <set>
#include <string>

namespace sparsec {

/// Lets the steps of loops in kernels fill boxes of rings (Array::isStaged)
/// ahead of those that read them. Errors: loops whose next step is not known,
/// or changes what the boxes are filled with.
llvm::Error stageCopies(LoopAst &ast, const Program &program);

/// The rings that \p ast has filled ahead: threads wait for each other, where
/// they fill and read them, at barriers that are there.
std::set<std::string> ringsFilledAhead(const LoopAst &ast,
                                       const Program &program);

/// Copies to rings that threads do not wait for become calls of the runtime, of
/// neighbours as one where they are known to begin at a multiple of their size.
void startCopies(LoopAst &ast, const Program &program);

/// Loops that copy rows to rings in bulk become calls of the runtime. Errors:
/// what fills such a ring and is no row of as many bytes as the copy engine
/// takes.
llvm::Error startBulkCopies(LoopAst &ast, const Program &program);

/// Whether \p node copies an element of global memory to a ring of \p kind.
bool isCopyToRing(const LoopNode &node, const Program &program,
                  Array::OnGpu kind);

/// The position of \p element of a ring, whose extents are numbers.
LoopExpr positionInRing(const LoopExpr &element, const Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_STAGEDCOPIES_H
