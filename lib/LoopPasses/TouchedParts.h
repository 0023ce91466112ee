//===- TouchedParts.h - copies of which threads touch a part ----*- C++ -*-===//
///
/// \file
/// Copies that threads have of an array need not begin with zeros: a thread
/// that adds to an element clears the block of elements around it first, and
/// marks the block. The others of its blocks are neither written nor joined.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPPASSES_TOUCHEDPARTS_H
#define SPARSEC_LIB_LOOPPASSES_TOUCHEDPARTS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// Elements of a block.
constexpr long touchedBlock = 8;

/// The marks that threads have of the blocks of \p parts; null where parts
/// begin with zeros.
const Array *marksOf(const Array &parts, const Program &program);

/// How many blocks \p elements are.
LoopExpr blocksOf(const LoopExpr &elements);
/// The first element of \p block, and the end of its elements.
LoopExpr blockBegin(const LoopExpr &block);
LoopExpr blockEnd(const LoopExpr &block, const LoopExpr &elements);

/// Lets what reads or writes parts with marks, in \p node, which is to be a
/// region, clear and mark blocks first; regions in it too if \p entersRegions,
/// else they have been done.
llvm::Error touchIn(LoopNode &node, bool entersRegions, const Program &program);

/// Clears the \p marks of all threads, before a region; those of the first one
/// are set where it updates the array itself.
llvm::Expected<LoopNode> clearMarks(const Array &marks, const Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_TOUCHEDPARTS_H
