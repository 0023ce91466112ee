//===- IntegerRanges.cpp - wrap-around and narrowing ----------------------===//
///
/// \file
/// C integers have a width, isl's do not. Where C would wrap around or cut a
/// value, the value is proved to fit, or asserted by the inspector when it
/// depends on parameters only, or refused. Signed overflow is undefined in C
/// and needs no check; 64-bit values are taken to stay below 2^63.
///
//===----------------------------------------------------------------------===//

#include "AffineBuilder.h"

#include <climits>

namespace sparsec {
namespace {

long lowest(const ElementType &type) {
  if (!type.isSigned)
    return 0;
  return type.bytes >= 8 ? LONG_MIN : -(1L << (8 * type.bytes - 1));
}

long highest(const ElementType &type) {
  if (type.bytes >= 8)
    return LONG_MAX;
  return (1L << (8 * type.bytes - (type.isSigned ? 1 : 0))) - 1;
}

} // namespace

bool contains(const ElementType &to, const ElementType &from) {
  return lowest(to) <= lowest(from) && highest(from) <= highest(to);
}

isl::set AffineBuilder::inRange(const isl::pw_aff &value,
                                const ElementType &type) const {
  isl::set result = isl::set::universe(space);
  if (lowest(type) != LONG_MIN)
    result =
        result.intersect(value.ge_set(poly::constant(space, lowest(type))));
  if (highest(type) != LONG_MAX)
    result =
        result.intersect(value.le_set(poly::constant(space, highest(type))));
  return result;
}

isl::set AffineBuilder::typeContext() const {
  isl::set result = isl::set::universe(space);
  for (const Parameter &parameter : kernel.program.parameters)
    result = result.intersect(
        inRange(poly::parameter(space, parameter.name), parameter.type));
  for (const auto &[name, call] : statement.calls)
    result =
        result.intersect(inRange(poly::parameter(space, name),
                                 kernel.program.arrays.at(call.function).type));
  return result;
}

bool AffineBuilder::proves(const isl::set &claim) const {
  isl::set known =
      statement.instances()
          .intersect_params(kernel.program.callContext(statement).params())
          .intersect(typeContext());
  return known.is_subset(claim);
}

void AffineBuilder::requireCondition(const isl::set &claim,
                                     const std::string &text,
                                     clang::SourceRange range) {
  Fact fact;
  fact.kind = Fact::Kind::Condition;
  fact.origin = Fact::Origin::Declared;
  fact.condition = claim.params();
  fact.text = text;
  fact.location = kernel.diagnoser.location(range.getBegin());
  kernel.program.context = kernel.program.context.intersect(*fact.condition);
  kernel.program.facts.push_back(fact);
}

void AffineBuilder::requireFits(const isl::pw_aff &value,
                                const ElementType &type,
                                clang::SourceRange range, bool warns) {
  isl::set claim = inRange(value, type);
  if (proves(claim))
    return;
  const std::string text = affineText(value, statement.iterators);
  const std::string limits =
      type.bytes < 8 ? std::to_string(lowest(type)) + " <= " + text +
                           " <= " + std::to_string(highest(type))
                     : text + " >= 0";
  if (onParametersOnly(value) && !claim.is_empty()) {
    requireCondition(claim, limits, range);
    if (warns)
      kernel.diagnoser.warn(range, "this wraps around unless " + limits +
                                       ", which the inspector will assert");
    return;
  }
  kernel.diagnoser.refuse(
      range, "this may not fit '" + type.spelling + "' and would wrap around",
      "state facts from which " + limits +
          " follows, such as '#pragma sparsec range(ARRAY, 0, N)', or use "
          "signed integers of one width");
}

} // namespace sparsec
