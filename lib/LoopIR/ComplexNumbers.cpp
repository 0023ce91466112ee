//===- ComplexNumbers.cpp - complex numbers in expressions ----------------===//

#include "sparsec/LoopIR/ComplexNumbers.h"

#include "sparsec/LoopIR/Statements.h"

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;

bool isCallOf(const LoopExpr &expr, const RuntimeHelper &callee) {
  return expr.kind == Kind::Call && callee.name == expr.name;
}

} // namespace

LoopExpr complexOf(LoopExpr re, LoopExpr im) {
  return expr::call(runtime::complex_of, {std::move(re), std::move(im)});
}

LoopExpr realOf(LoopExpr number) {
  return expr::call(runtime::real_of, {std::move(number)});
}

LoopExpr imaginaryOf(LoopExpr number) {
  return expr::call(runtime::imaginary_of, {std::move(number)});
}

bool isComplexOf(const LoopExpr &expr) {
  return isCallOf(expr, runtime::complex_of);
}

bool isPartOf(const LoopExpr &expr) {
  return isCallOf(expr, runtime::real_of) ||
         isCallOf(expr, runtime::imaginary_of);
}

} // namespace sparsec
