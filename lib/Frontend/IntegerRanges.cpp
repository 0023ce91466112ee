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

isl::set AffineBuilder::knownInstances() const {
  return statement.instances()
      .intersect_params(kernel.program.callContext(statement).params())
      .intersect(typeContext());
}

bool AffineBuilder::proves(const isl::set &claim) const {
  return knownInstances().is_subset(claim);
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
  if (proves(inRange(value, type)))
    return;
  const std::string text = affineText(value, statement.iterators);
  const std::string low = std::to_string(lowest(type));
  const std::string high = std::to_string(highest(type));
  require(value.ge_set(poly::constant(space, lowest(type))),
          text + " >= " + low, value, {range, type.spelling, warns});
  if (highest(type) != LONG_MAX)
    require(value.le_set(poly::constant(space, highest(type))),
            text + " <= " + high, value, {range, type.spelling, warns});
}

void AffineBuilder::requireReachable(const isl::pw_aff &value,
                                     const ElementType &type, bool isLow,
                                     clang::SourceRange range) {
  const long limit = isLow ? lowest(type) : highest(type);
  if (limit == LONG_MAX)
    return;
  isl::pw_aff bound = poly::constant(space, limit);
  isl::set claim = isLow ? value.ge_set(bound) : value.le_set(bound);
  if (claim.is_empty())
    kernel.diagnoser.refuse(range,
                            "the loop variable wraps around before this "
                            "condition fails: the loop never ends",
                            "use a signed loop variable");
  require(claim,
          affineText(value, statement.iterators) + (isLow ? " >= " : " <= ") +
              std::to_string(limit),
          value, {range, type.spelling, true});
}

void AffineBuilder::require(const isl::set &claim, const std::string &text,
                            const isl::pw_aff &value, const FitCheck &check) {
  if (proves(claim))
    return;
  if (onParametersOnly(value) && !claim.is_empty()) {
    requireCondition(claim, text, check.range);
    if (check.warns)
      kernel.diagnoser.warn(check.range,
                            "this wraps around unless " + text +
                                ", which the inspector will assert");
    return;
  }
  kernel.diagnoser.refuse(
      check.range,
      "this may not fit '" + check.type + "' and would wrap around",
      "state facts from which " + text +
          " follows, such as '#pragma sparsec range(ARRAY, 0, N)', or use "
          "signed integers of one width");
}

} // namespace sparsec
