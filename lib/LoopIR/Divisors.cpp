//===- Divisors.cpp - what divides positions ------------------------------===//

#include "sparsec/LoopIR/Divisors.h"

#include <algorithm>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;

/// The greatest power of two up to Divisors::greatest that divides \p value.
long powerIn(long value) {
  long power = Divisors::greatest;
  while (value % power != 0)
    power /= 2;
  return power;
}

/// The same for a parameter under the conditions \p context.
long powerIn(const isl::set &context, const std::string &parameter) {
  isl::pw_aff value = poly::parameter(context.space(), parameter);
  isl::pw_aff zero = poly::constant(context.space(), 0);
  long power = Divisors::greatest;
  while (power > 1 &&
         !context.is_subset(poly::modulo(value, power).eq_set(zero)))
    power /= 2;
  return power;
}

} // namespace

struct Divisors::Parameters {
  /// 1 where \p name is no parameter.
  long of(const std::string &name) {
    if (!names.count(name))
      return 1;
    auto [found, isNew] = known.try_emplace(name, 1);
    if (isNew)
      found->second = powerIn(context, name);
    return found->second;
  }

  isl::set context;
  std::set<std::string> names;
  std::map<std::string, long> known = {};
};

Divisors::Divisors(const Program &program)
    : parameters(new Parameters{program.context, {}}) {
  for (const Parameter &parameter : program.parameters)
    parameters->names.insert(parameter.name);
}

void Divisors::define(const LoopNode &node) {
  if (node.isFor())
    known[node.name] = std::min(of(node.lower), powerIn(node.step));
  else
    known[node.name] = node.isConst ? of(node.value) : 1;
}

long Divisors::of(const LoopExpr &expr) const {
  long divisor = greatest;
  switch (expr.kind) {
  case Kind::Integer:
    return powerIn(expr.value);
  case Kind::Variable: {
    auto found = known.find(expr.name);
    return found == known.end() ? parameters->of(expr.name) : found->second;
  }
  case Kind::Mul:
    divisor = 1;
    for (const LoopExpr &factor : expr.operands)
      divisor = std::min(greatest, divisor * of(factor));
    return divisor;
  case Kind::Add:
  case Kind::Min:
  case Kind::Max:
  case Kind::Widen:
    for (const LoopExpr &operand : expr.operands)
      divisor = std::min(divisor, of(operand));
    return divisor;
  case Kind::Select:
    return std::min(of(expr.operands[1]), of(expr.operands[2]));
  default:
    return 1;
  }
}

} // namespace sparsec
