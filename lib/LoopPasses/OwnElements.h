//===- OwnElements.h - elements that one thread has for itself --*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_OWNELEMENTS_H
#define SPARSEC_LIB_LOOPPASSES_OWNELEMENTS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

namespace sparsec {

/// Keeps arrays in shared memory in registers where each thread of the kernels
/// of \p phase has a few elements that no other thread touches.
void keepOwnElements(LoopAst &ast, const Program &program, const Phase &phase);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_OWNELEMENTS_H
