//===- ArrayExtents.h - how large arrays are --------------------*- C++ -*-===//
#ifndef SPARSEC_LOWERING_ARRAYEXTENTS_H
#define SPARSEC_LOWERING_ARRAYEXTENTS_H

#include "sparsec/IR/ArrayLengths.h"
#include "sparsec/LoopIR/LoopExpr.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// Bytes of \p array, of 64 bits; an error when an extent is neither given nor
/// the range of the accesses under the facts.
llvm::Expected<LoopExpr> bytesOf(const Program &program, const Array &array);
/// The same, but 0 where the loops touch nothing: then the array may not be
/// there at all.
llvm::Expected<LoopExpr> copiedBytesOf(const Program &program,
                                       const Array &array);
/// Elements of \p array, likewise, with Array::extraElements.
llvm::Expected<LoopExpr> elementsOf(const Program &program, const Array &array);

} // namespace sparsec

#endif // SPARSEC_LOWERING_ARRAYEXTENTS_H
