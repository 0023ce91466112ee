//===- DoubleDouble.h - numbers of two doubles ------------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_DOUBLEDOUBLE_H
#define SPARSEC_LOOPIR_DOUBLEDOUBLE_H

#include "sparsec/LoopIR/ComplexNumbers.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// Whether \p type is that of scalars of two doubles (transformation
/// `precision`).
inline bool isDoubleDouble(const std::string &type) {
  return type == ElementType::doubleDouble().spelling;
}

/// Of two doubles: complex, or a double with what it rounds off.
inline bool isPairType(const std::string &type) {
  return isComplexType(type) || isDoubleDouble(type);
}

/// Each scalar of type doubleDouble becomes two doubles, and what computes with
/// them keeps what sums and products round off (SplitDoubleDouble.cpp). Errors
/// name other operations.
llvm::Error splitDoubleDoubles(LoopAst &ast, const Program &program);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_DOUBLEDOUBLE_H
