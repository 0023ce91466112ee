//===- ScalarValues.cpp - integer variables as affine values --------------===//
///
/// \file
/// What an integer variable stands for at one point of the body: an iterator
/// is a dimension, a scalar that was assigned an affine value is that value, a
/// counter is its value before the loop plus a constant times the iterations
/// done, and an iterator after its loop is its start plus all of them.
///
//===----------------------------------------------------------------------===//

#include "AffineBuilder.h"

namespace sparsec {

isl::pw_aff AffineBuilder::scalarValue(const Object &object,
                                       clang::SourceRange range,
                                       const ScopePtr &scope) {
  return checkedAffine(scalar(object, range, scope), range);
}

isl::pw_aff AffineBuilder::startOf(const LoopFrame &loop) {
  const Object variable = kernel.names.ofVariable(loop.variable);
  isl::pw_aff start =
      scalarValue(variable, loop.condition->getSourceRange(), loop.outside);
  if (loop.test == LoopFrame::Test::AtStart)
    return start;
  return start.add_constant(loop.signedStride());
}

isl::pw_aff AffineBuilder::iterationNumber(const LoopFrame &loop) {
  isl::pw_aff position = poly::dimension(
      space, static_cast<unsigned>(statement.iterators.size() - 1));
  if (loop.counted)
    return position;
  isl::pw_aff distance = position.sub(startOf(loop));
  return poly::floorDiv(loop.down ? distance.neg() : distance, loop.stride);
}

Polynomial AffineBuilder::scalar(const Object &object, clang::SourceRange range,
                                 const ScopePtr &scope) {
  if (!object.type->isIntegralOrEnumerationType())
    kernel.diagnoser.refuse(range, "'" + object.name + "' is not an integer",
                            "bounds, conditions and subscripts use integers "
                            "only; write y = c ? a : b for a choice by data");
  Polynomial value = bound(object, range, scope);
  auto found = scope->find(object.variable);
  const bool isAdvanced =
      found != scope->end() && found->second.kind == Binding::Kind::Advanced;
  std::optional<ElementType> type = elementType(object.type, kernel.ast);
  std::optional<isl::pw_aff> affine = value.affine();
  // An unsigned counter may wrap around on the way, but not where it is used.
  if (isAdvanced && type && !contains(*type, ElementType::int32()) && affine)
    requireFits(*affine, *type, range, true);
  return value;
}

/// The value that \p object is bound to, whether or not its type holds it.
Polynomial AffineBuilder::bound(const Object &object, clang::SourceRange range,
                                const ScopePtr &scope) {
  auto found = scope->find(object.variable);
  if (object.isMember || (found == scope->end() && !object.isLocal()))
    return Polynomial::parameter(object.name, space);
  if (found == scope->end())
    kernel.diagnoser.refuse(
        range, "'" + object.variable->getNameAsString() + "' has no value here",
        "assign it on the way to this use, in the same loop body");
  const Binding &binding = found->second;
  switch (binding.kind) {
  case Binding::Kind::Definition:
    return polynomial(binding.expression, binding.scope);
  case Binding::Kind::Advanced:
    return advanced(object, binding, range);
  case Binding::Kind::Chosen:
    return chosen(object, binding, range);
  case Binding::Kind::Copied:
  case Binding::Kind::Changed:
    refuseChanged(object, binding, range);
  case Binding::Kind::Iterator:
    break;
  }
  Polynomial dimension(poly::dimension(space, binding.position), space);
  if (!binding.counted)
    return dimension;
  return bound(object, range, binding.scope)
      .plus(dimension.scaled(binding.stride));
}

void AffineBuilder::refuseChanged(const Object &object, const Binding &binding,
                                  clang::SourceRange range) {
  kernel.diagnoser.refuse(
      range,
      "the value of '" + object.variable->getNameAsString() +
          "' here is not a function of the iterators (it changes at " +
          kernel.diagnoser.location(binding.changedAt.getBegin()) + ")",
      "accepted are counters to which every iteration adds the same constant, "
      "and values assigned in the same loop body from iterators, parameters "
      "and index arrays; store other counts in an index array that a function "
      "of its own fills");
}

Polynomial AffineBuilder::advanced(const Object &object, const Binding &binding,
                                   clang::SourceRange range) {
  Polynomial before = bound(object, range, binding.scope);
  std::optional<Polynomial> amount =
      Polynomial(poly::constant(space, 1), space);
  if (binding.loop)
    amount = {binding.isAfterLoop
                  ? tripsOf(*binding.loop)
                  : binding.loop->number.pullback(mapTo(*binding.loop)),
              space};
  if (binding.expression) {
    isl::pw_aff addend = value(binding.expression, binding.scope);
    // Of a loop inside, which runs that often unless it is negative.
    if (binding.loop && !onParametersOnly(addend))
      refuseChanged(object, binding, range);
    if (binding.loop)
      requireOrdered(poly::constant(space, 0), addend, range);
    amount = amount->times(polynomial(binding.expression, binding.scope));
  }
  if (!amount)
    refuseChanged(object, binding, range);
  Polynomial sum = before.plus(amount->scaled(binding.stride));
  std::optional<isl::pw_aff> affine = sum.affine();
  if (binding.loop && affine)
    return {simplified(*affine), space};
  return sum;
}

Polynomial AffineBuilder::chosen(const Object &object, const Binding &binding,
                                 clang::SourceRange range) {
  if (std::optional<bool> known = knownTruth(binding.expression, binding.scope))
    return {scalarValue(object, range,
                        *known ? binding.whenTrue : binding.whenFalse),
            space};
  isl::set holds = condition(binding.expression, binding.scope);
  isl::pw_aff whenTrue = scalarValue(object, range, binding.whenTrue);
  isl::pw_aff whenFalse = scalarValue(object, range, binding.whenFalse);
  return {simplified(whenTrue.intersect_domain(holds).union_add(
              whenFalse.intersect_domain(holds.complement()))),
          space};
}

/// `{ S[..] -> loop[outer.., i] }` for instances in the same iterations of the
/// outer loops. Where the loop is not around the statement i is 0; the calls in
/// its bounds, which become the statement's, do not depend on i.
isl::pw_multi_aff AffineBuilder::mapTo(const LoopRange &range) {
  std::vector<isl::pw_aff> loops;
  for (unsigned pos = 0; pos < range.instances.iterators.size(); ++pos)
    loops.push_back(pos < statement.iterators.size()
                        ? poly::dimension(space, pos)
                        : poly::constant(space, 0));
  isl::pw_multi_aff map = poly::makeMap(space, range.instances.name, loops);
  for (const auto &[name, call] : range.instances.calls) {
    UninterpretedCall here{call.function, {}};
    for (const isl::pw_aff &argument : call.arguments)
      here.arguments.push_back(argument.pullback(map));
    statement.calls.emplace(name, std::move(here));
  }
  return map;
}

/// All iterations of the loop, zero where there are none.
isl::pw_aff AffineBuilder::tripsOf(const LoopRange &range) {
  const Statement &loop = range.instances;
  std::vector<isl::pw_aff> outerLoops;
  for (unsigned pos = 0; pos + 1 < loop.iterators.size(); ++pos)
    outerLoops.push_back(poly::dimension(loop.space(), pos));
  // { loop[outer.., i] -> outer[outer..] }
  isl::pw_multi_aff outer = poly::makeMap(loop.space(), "outer", outerLoops);
  // { outer[outer..] -> [number of each iteration] }
  isl::map numbers = outer.as_map()
                         .intersect_domain(loop.instances())
                         .reverse()
                         .apply_range(range.number.as_map());
  isl::pw_aff trips = numbers.lexmax_pw_multi_aff().at(0).add_constant(1);
  isl::set empty = trips.domain().complement();
  isl::pw_aff total =
      trips.union_add(poly::constant(empty.space(), 0).intersect_domain(empty));
  // { S[..] -> outer[outer..] }
  return total.pullback(
      mapTo(range).as_map().apply_range(outer.as_map()).as_pw_multi_aff());
}

/// \p value as one affine expression where that is the same for all instances.
isl::pw_aff AffineBuilder::simplified(const isl::pw_aff &value) const {
  isl::set known = knownInstances();
  isl::pw_aff inside = value.intersect_domain(known).coalesce();
  std::optional<isl::pw_aff> single;
  inside.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
    isl::pw_aff candidate = isl::pw_aff(piece.at(0));
    if (!single && poly::equalOn(candidate, inside, known))
      single = candidate;
  });
  return single ? *single : value.gist(known).coalesce();
}

} // namespace sparsec
