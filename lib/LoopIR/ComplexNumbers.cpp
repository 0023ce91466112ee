//===- ComplexNumbers.cpp - complex numbers in expressions ----------------===//

#include "sparsec/LoopIR/ComplexNumbers.h"

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;

constexpr const char *makes = "sparsec_complex_of",
                     *takesReal = "sparsec_real_of",
                     *takesImaginary = "sparsec_imaginary_of",
                     *targetType = "sparsec_complex";

/// C's functions as constructor and members of runtime/sparsec/complex.h.
LoopExpr inCuda(LoopExpr part) {
  if (isComplexOf(part))
    part.name = targetType;
  if (isPartOf(part))
    return LoopExpr::node(Kind::Member, part.name == takesReal ? ".re" : ".im",
                          {part.operands[0]});
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
  return LoopExpr::node(Kind::Call, makes, {std::move(re), std::move(im)});
}

LoopExpr realOf(LoopExpr number) {
  return LoopExpr::node(Kind::Call, takesReal, {std::move(number)});
}

LoopExpr imaginaryOf(LoopExpr number) {
  return LoopExpr::node(Kind::Call, takesImaginary, {std::move(number)});
}

bool isComplexOf(const LoopExpr &expr) {
  return expr.kind == Kind::Call && expr.name == makes;
}

bool isPartOf(const LoopExpr &expr) {
  return expr.kind == Kind::Call &&
         (expr.name == takesReal || expr.name == takesImaginary);
}

void spellComplexNumbers(LoopAst &ast, const Program &program) {
  if (complexType(program).spelling == targetType)
    spell(ast.body);
}

} // namespace sparsec
