//===- RunningSums.cpp - what iterations have added so far ----------------===//
///
/// \file
/// A counter or pointer to which each iteration adds the same is moved by that
/// times the iterations done. Where it adds index[i + 1] - index[i], as a loop
/// over a row's entries does, the sum telescopes:
///
///     for (i = lo; ...) { for (j < index[i + 1] - index[i]) *v++ ...; }
///     v is moved by index[i] - index[lo]
///
//===----------------------------------------------------------------------===//

#include "AffineBuilder.h"

namespace sparsec {

Polynomial AffineBuilder::advance(const Object &object, const Binding &binding,
                                  clang::SourceRange range) {
  std::optional<Polynomial> amount =
      binding.loop ? summed(binding, range) : addedOnce(binding);
  if (!amount)
    refuseChanged(object, binding, range);
  return *amount;
}

/// None where two factors vary.
std::optional<Polynomial> AffineBuilder::addedOnce(const Binding &binding) {
  Polynomial sum(poly::constant(space, 0), space);
  for (const Product &addend : binding.addends) {
    std::optional<Polynomial> product =
        Polynomial(poly::constant(space, 1), space);
    for (const Factor &factor : addend.factors) {
      Polynomial value = polynomial(factor.value, factor.scope);
      if (factor.low)
        value = value.plus(polynomial(factor.low, factor.scope).scaled(-1));
      product = product->times(value);
      if (!product)
        return std::nullopt;
    }
    sum = sum.plus(product->scaled(addend.multiple));
  }
  return sum;
}

/// Loops that are counted by their bounds run no less often than that.
void AffineBuilder::requireTrips(const Binding &binding,
                                 clang::SourceRange range) {
  for (const Product &addend : binding.addends)
    for (const Factor &factor : addend.factors) {
      if (!factor.isTrips)
        continue;
      isl::pw_aff high = value(factor.value, factor.scope);
      isl::pw_aff low = factor.low ? value(factor.low, factor.scope)
                                   : poly::constant(space, 0);
      if (!ensureOrdered(low, high, range, "this value is counted right"))
        kernel.diagnoser.refuse(
            range,
            "a loop that moves this value runs " +
                affineText(high.sub(low), statement.iterators) +
                " times only if that is not negative, which is not known",
            "state it: #pragma sparsec monotonic(index) for a loop from "
            "index[i] to index[i + 1]");
    }
}

std::optional<Polynomial> AffineBuilder::summed(const Binding &binding,
                                                clang::SourceRange range) {
  const LoopRange &loop = *binding.loop;
  Statement iteration = loop.instances;
  AffineBuilder inside(kernel, iteration);
  std::optional<Polynomial> each = inside.addedOnce(binding);
  if (!each)
    return std::nullopt;
  if (kernel.keepsSums)
    each = each->withWholeSum();
  std::vector<Part> parts;
  for (const auto &[monomial, coefficient] : each->products()) {
    isl::pw_aff constant = coefficient;
    std::vector<Telescope> moving = inside.telescopes(constant, loop);
    if (!inside.onParametersOnly(constant))
      return std::nullopt;
    parts.push_back({monomial, constant, std::move(moving)});
  }
  inside.requireTrips(binding, range);
  const isl::pw_multi_aff map = mapTo(loop);
  const isl::pw_aff number =
      binding.isAfterLoop ? tripsOf(loop) : loop.number.pullback(map);
  Polynomial sum(poly::constant(space, 0), space);
  for (const Part &part : parts) {
    std::optional<Polynomial> steady =
        Polynomial(number, space).times({part.steady.pullback(map), space});
    if (!steady)
      return std::nullopt;
    isl::pw_aff total = poly::constant(space, 0);
    for (const Telescope &one : part.moving)
      total = total.add(telescoped(one, binding, number, range));
    for (const auto &[none, value] : steady->products())
      total = total.add(value);
    sum = sum.plus(Polynomial::product(part.monomial, total, space));
  }
  return sum;
}

/// Takes differences of one index array at an iteration and at the next one out
/// of \p value, `{ loop[outer.., i] -> [..] }`.
std::vector<AffineBuilder::Telescope>
AffineBuilder::telescopes(isl::pw_aff &value, const LoopRange &loop) {
  std::vector<Telescope> result;
  const auto last = static_cast<unsigned>(statement.iterators.size() - 1);
  std::vector<isl::pw_aff> dimensions;
  for (unsigned pos = 0; pos < last; ++pos)
    dimensions.push_back(poly::dimension(space, pos));
  dimensions.push_back(poly::dimension(space, last).add_constant(loop.stride));
  const isl::pw_multi_aff next =
      poly::makeMap(space, loop.instances.name, dimensions);
  const CallTable calls = statement.calls;
  for (const auto &[name, call] : calls) {
    if (!poly::involvesParam(value, name) || !nestedCalls(call, calls).empty())
      continue;
    UninterpretedCall later{call.function, {}};
    for (const isl::pw_aff &argument : call.arguments)
      later.arguments.push_back(argument.pullback(next));
    const std::string laterName = callName(later, statement.iterators);
    const isl::pw_aff here = poly::parameter(space, name);
    const isl::pw_aff there = poly::parameter(space, laterName);
    const std::optional<long> factor = coefficientOf(value, laterName);
    if (laterName == name || !calls.count(laterName) || !factor ||
        coefficientOf(value, name) != -*factor)
      continue;
    value = value.sub(there.sub(here).mul(poly::constant(space, *factor)))
                .coalesce();
    result.push_back({*factor, call});
  }
  takeFollowingRows(value, next, result);
  return result;
}

/// What \p value grows by with \p param, where that is a constant.
std::optional<long> AffineBuilder::coefficientOf(const isl::pw_aff &value,
                                                 const std::string &param) {
  if (!poly::involvesParam(value, param))
    return std::nullopt;
  auto at = [&](long number) {
    return poly::substituteParam(value, param, poly::constant(space, number));
  };
  const std::optional<long> factor =
      poly::constantValue(at(1).sub(at(0)).coalesce());
  if (!factor)
    return std::nullopt;
  const isl::pw_aff rest = value.sub(
      poly::parameter(space, param).mul(poly::constant(space, *factor)));
  return poly::involvesParam(rest.coalesce(), param) ? std::nullopt : factor;
}

/// The sum of one difference over the first \p number iterations of \p loop.
isl::pw_aff AffineBuilder::telescoped(const Telescope &one,
                                      const Binding &binding,
                                      const isl::pw_aff &number,
                                      clang::SourceRange range) {
  const LoopRange &loop = *binding.loop;
  // The start does not depend on the loop's own iterator.
  const isl::pw_aff start = loop.start.pullback(mapTo(loop));
  const isl::pw_aff here =
      start.add(number.mul(poly::constant(space, loop.stride)));
  auto callAt = [&](const UninterpretedCall &of, const isl::pw_aff &iterator) {
    std::vector<isl::pw_aff> dimensions;
    const size_t outer = loop.instances.iterators.size() - 1;
    for (unsigned pos = 0; pos < outer; ++pos)
      dimensions.push_back(poly::dimension(space, pos));
    dimensions.push_back(simplified(iterator));
    const isl::pw_multi_aff at =
        poly::makeMap(space, loop.instances.name, dimensions);
    UninterpretedCall call{of.function, {}};
    for (const isl::pw_aff &argument : of.arguments)
      call.arguments.push_back(simplified(argument.pullback(at)));
    return call;
  };
  const isl::pw_aff factor = poly::constant(space, one.factor);
  const UninterpretedCall first = callAt(one.call, start);
  if (one.end && binding.isAfterLoop)
    return lengthOfRows(callAt(*one.end, here.add_constant(-loop.stride)),
                        first, number, range)
        .mul(factor);
  const UninterpretedCall reached = callAt(one.call, here);
  // Inside, each iteration reads its own and the next one.
  if (binding.isAfterLoop) {
    requireElement(reached, number, range);
    requireElement(first, number, range);
  }
  return elementValue(reached).sub(elementValue(first)).mul(factor);
}

/// The element \p call, or what facts say that it is.
isl::pw_aff AffineBuilder::elementValue(const UninterpretedCall &call) {
  const isl::set all = isl::set::universe(space);
  // Most index arrays start at a number.
  for (const Fact *fact :
       kernel.program.factsAbout(call.function, Fact::Kind::Boundary))
    if (fact->at && fact->upper && poly::constantValue(*fact->upper) &&
        call.arguments.size() == 1 &&
        poly::equalOn(call.arguments[0], poly::onSpace(*fact->at, space), all))
      return poly::onSpace(*fact->upper, space);
  return addCall(statement.calls, call, statement.iterators, space);
}

/// Whether the element \p call exists; it does where it \p isRead.
bool AffineBuilder::elementExists(const UninterpretedCall &call,
                                  const isl::set &isRead) const {
  isl::set isThere = isl::set::universe(space);
  const Array &array = kernel.program.arrays.at(call.function);
  for (size_t pos = 0; pos < call.arguments.size(); ++pos) {
    const isl::pw_aff &argument = call.arguments[pos];
    isThere = array.extents[pos]
                  ? isThere.intersect(argument.lt_set(
                        poly::onSpace(*array.extents[pos], space)))
                  : isl::set::empty(space);
    isThere = isThere.intersect(argument.ge_set(poly::constant(space, 0)));
  }
  return proves(isThere.unite(isRead));
}

/// The source reads the element \p call where \p number is positive.
void AffineBuilder::requireElement(const UninterpretedCall &call,
                                   const isl::pw_aff &number,
                                   clang::SourceRange range) {
  if (elementExists(call, number.gt_set(poly::constant(space, 0))))
    return;
  const std::string &name = call.function;
  kernel.diagnoser.refuse(
      range,
      "this value is read from '" + name +
          "', whose elements may not exist where the loop that moves it does "
          "not run",
      "state how long '" + name +
          "' is and that there may be no iterations: #pragma sparsec extent(" +
          name + ", n + 1); n >= 0");
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
    UninterpretedCall here{call.function, {}, call.place};
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

} // namespace sparsec
