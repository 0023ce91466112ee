//===- BoundElements.cpp - elements that are known now --------------------===//

#include "sparsec/LoopIR/BoundElements.h"

#include "sparsec/LoopIR/ConstantFolding.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <cstdio>

namespace sparsec {

std::string hexText(double value) {
  char text[64];
  std::snprintf(text, sizeof(text), "%a", value);
  return text;
}

LoopExpr exactLiteral(double value) {
  LoopExpr literal = LoopExpr::literal(hexText(std::fabs(value)));
  return std::signbit(value) ? LoopExpr::unary(Operator::Negate, literal)
                             : literal;
}

LoopExpr withBoundElements(const LoopExpr &expr, const Program &program) {
  return expr.map([&](LoopExpr part) {
    if (part.kind != LoopExpr::Kind::Load || part.operands.size() != 1)
      return part;
    auto array = program.arrays.find(part.name);
    if (array == program.arrays.end() || !array->second.contents)
      return part;
    const Contents &contents = *array->second.contents;
    std::optional<long> at = integerOf(part.operands[0]);
    if (!at || *at < 0 || size_t(*at) >= contents.size())
      return part;
    const size_t place = size_t(*at);
    if (!contents.integers.empty())
      return LoopExpr::integer(contents.integers[place]);
    const double re = contents.numbers[place];
    return expressionOf(
        contents.imaginary.empty()
            ? Number(re)
            : Number(std::complex<double>(re, contents.imaginary[place])));
  });
}

std::map<std::string, long> boundParameters(const Program &program) {
  std::map<std::string, long> values;
  isl::space space = isl::space::unit(program.context.ctx());
  for (const Parameter &parameter : program.parameters) {
    isl::pw_aff value = poly::parameter(space, parameter.name)
                            .intersect_params(program.context);
    std::optional<long> least = poly::longValue(poly::leastValue(value)),
                        most = poly::longValue(poly::greatestValue(value));
    if (least && least == most)
      values[parameter.name] = *least;
  }
  return values;
}

bool hasBoundArrays(const Program &program) {
  return llvm::any_of(program.arrays, [](const auto &entry) {
    return entry.second.contents.has_value();
  });
}

} // namespace sparsec
