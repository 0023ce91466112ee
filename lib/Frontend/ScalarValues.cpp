//===- ScalarValues.cpp - integer variables as affine values --------------===//
///
/// \file
/// What an integer variable stands for at one point of the body: an iterator
/// is a dimension, a scalar that was assigned an affine value is that value, a
/// counter is its value before the loop plus what the iterations done have
/// added (RunningSums.cpp), and an iterator after its loop is its start plus a
/// step for each of them.
///
//===----------------------------------------------------------------------===//

#include "AffineBuilder.h"
#include "DataSubscripts.h"

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
  Polynomial value = boundOrData(object, range, scope);
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

/// What is computed from data is data.
Polynomial AffineBuilder::boundOrData(const Object &object,
                                      clang::SourceRange range,
                                      const ScopePtr &scope) {
  try {
    return bound(object, range, scope);
  } catch (SteeredByData &found) {
    found.objects.insert(kernel.names.ofVariable(object.variable).name);
    throw;
  }
}

/// The value that \p object is bound to, whether or not its type holds it.
Polynomial AffineBuilder::bound(const Object &object, clang::SourceRange range,
                                const ScopePtr &scope) {
  auto found = scope->find(object.variable);
  if (object.isMember || (found == scope->end() && !object.isLocal()))
    return Polynomial::parameter(object.name, space);
  const std::string name = object.variable->getNameAsString();
  const bool isData =
      kernel.scan.data.count(kernel.names.ofVariable(object.variable).name);
  // What is computed from it may not be known as data yet.
  if (isData && mayBeData(kernel))
    throw SteeredByData();
  if (isData)
    kernel.diagnoser.refuse(
        range, "the value of '" + name + "' is found only as the loops run",
        "it may be in subscripts and values; put loops and conditions that it "
        "steers into a function of their own, which it is an argument of");
  if (found == scope->end())
    kernel.diagnoser.refuse(
        range, "'" + name + "' has no value here",
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
  if (object.variable->getType()->isPointerType())
    refuseMoved(kernel, object, binding, range);
  if (mayBeData(kernel, object.variable))
    throw SteeredByData{{kernel.names.ofVariable(object.variable).name}};
  kernel.diagnoser.refuse(
      range,
      "the value of '" + object.variable->getNameAsString() +
          "' here is not a function of the iterators (it changes at " +
          kernel.diagnoser.location(binding.changedAt.getBegin()) + ")",
      "accepted are counters to which every iteration adds one amount or "
      "index[i + 1] - index[i], and values assigned in the same loop body from "
      "iterators, parameters "
      "and index arrays; store other counts in an index array that a function "
      "of its own fills");
}

Polynomial AffineBuilder::advanced(const Object &object, const Binding &binding,
                                   clang::SourceRange range) {
  Polynomial sum =
      bound(object, range, binding.scope).plus(advance(object, binding, range));
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
