//===- ComplexNumbers.cpp - complex numbers in expressions ----------------===//

#include "sparsec/LoopIR/ComplexNumbers.h"

#include "sparsec/LoopIR/Statements.h"

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;

constexpr const char *targetType = "sparsec_complex";

bool isCallOf(const LoopExpr &expr, const RuntimeHelper &callee) {
  return expr.kind == Kind::Call && callee.name == expr.name;
}

/// C's functions as constructor and members of runtime/sparsec/complex.h.
LoopExpr inCuda(LoopExpr part) {
  if (isComplexOf(part))
    part.name = targetType;
  if (isPartOf(part))
    return expr::dot(part.operands[0],
                     isCallOf(part, runtime::real_of) ? "re" : "im");
  return part;
}

void spell(std::vector<LoopNode> &nodes) {
  for (LoopNode &node : nodes) {
    node.rewriteExprs([](const LoopExpr &expr) { return expr.map(inCuda); });
    spell(node.body);
    spell(node.otherwise);
  }
}

} // namespace

bool isComplexType(llvm::StringRef spelling) {
  const std::optional<ElementType> type = ElementType::named(spelling);
  return type && type->isComplex128();
}

ElementType complexType(const Program &program) {
  for (const auto &[name, array] : program.arrays)
    if (array.type.isComplex())
      return array.type;
  return ElementType::complex128();
}

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

void spellComplexNumbers(LoopAst &ast, const Program &program) {
  if (complexType(program).spelling == targetType)
    spell(ast.body);
}

} // namespace sparsec
