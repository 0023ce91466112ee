//===- DoubleDouble.h - numbers of two doubles ------------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_DOUBLEDOUBLE_H
#define SPARSEC_LOOPIR_DOUBLEDOUBLE_H

#include "sparsec/LoopIR/ComplexNumbers.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// Each scalar of type doubleDouble becomes two doubles, and what computes with
/// them keeps what sums and products round off (SplitDoubleDouble.cpp). Errors
/// name other operations.
llvm::Error splitDoubleDoubles(LoopAst &ast, const Program &program);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_DOUBLEDOUBLE_H
