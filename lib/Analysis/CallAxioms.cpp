//===- CallAxioms.cpp - what facts imply for the calls of a set -----------===//
///
/// \file
/// The axioms of UninterpretedFunctionSolver that need no case distinction:
/// ranges, functional consistency, monotonicity, injectivity, and the facts
/// about the segments index(r) <= p < index(r + 1) of a pointer array.
/// Non-strict monotonicity is all that is assumed of a pointer array: empty
/// rows exist.
///
//===----------------------------------------------------------------------===//

#include "UninterpretedFunctionSolver.h"

#include "sparsec/Poly/Meet.h"

namespace sparsec {

bool UninterpretedFunctionSolver::has(const std::string &function,
                                      Fact::Kind kind) const {
  return !program.factsAbout(function, kind).empty();
}

bool UninterpretedFunctionSolver::isStrictlyMonotonic(
    const std::string &function) const {
  for (const Fact *fact : program.factsAbout(function, Fact::Kind::Monotonic))
    if (fact->strict)
      return true;
  return false;
}

bool UninterpretedFunctionSolver::isInjective(
    const std::string &function) const {
  if (has(function, Fact::Kind::Injective) ||
      has(function, Fact::Kind::Permutation) || isStrictlyMonotonic(function))
    return true;
  // p[q[i]] = i makes q injective.
  for (const Fact &fact : program.facts)
    if (fact.kind == Fact::Kind::Inverse && fact.arrays[1] == function)
      return true;
  return false;
}

/// Whether positions and values count from 0 or 1: the first element of the
/// pointer array.
long UninterpretedFunctionSolver::baseOf(const std::string &index) const {
  for (const Fact *fact : program.factsAbout(index, Fact::Kind::Boundary))
    if (fact->at && fact->upper && poly::constantValue(*fact->at) == 0)
      return poly::constantValue(*fact->upper).value_or(0);
  return 0;
}

isl::set UninterpretedFunctionSolver::rangeOf(const std::string &name) const {
  const UninterpretedCall &call = table.at(name);
  isl::set known = isl::set::universe(domain);
  if (call.arguments.empty())
    return known;
  isl::pw_aff value = valueOf(name);
  for (const Fact *fact :
       program.factsAbout(call.function, Fact::Kind::Range)) {
    if (fact->lower)
      known = poly::meet(known, value.ge_set(here(*fact->lower)));
    if (fact->upper)
      known = poly::meet(known, value.lt_set(here(*fact->upper)));
  }
  for (const Fact &fact : program.facts)
    if (fact.kind == Fact::Kind::Condition &&
        llvm::is_contained(fact.arrays, call.function))
      known = poly::meetParams(known, *fact.condition);
  return known;
}

/// The value at an end that a fact names, if \p points call it there only.
void UninterpretedFunctionSolver::addBoundary(SampledSet &points,
                                              const std::string &name) const {
  const UninterpretedCall &call = table.at(name);
  if (call.arguments.size() != 1)
    return;
  auto valueOfFact = [&](const isl::pw_aff &value) {
    return values().facts.try_emplace(&value, here(value)).first->second;
  };
  for (const Fact *fact :
       program.factsAbout(call.function, Fact::Kind::Boundary))
    if (points.isWithin(equal(call.arguments[0], valueOfFact(*fact->at))))
      points.intersect(equal(valueOf(name), valueOfFact(*fact->upper)));
}

/// Adds each consequence once. False when the set became empty.
bool UninterpretedFunctionSolver::addAll(State &state) const {
  for (Pair &pair : state.pairs)
    addConsequences(state.points, pair);
  addRowFacts(state.points);
  addInverse(state.points);
  applyRules(state.points);
  return !state.points.isEmpty();
}

/// Adds consequences until nothing changes. False when the set became empty.
bool UninterpretedFunctionSolver::propagate(State &state) const {
  for (unsigned round = 0; round < 3; ++round) {
    const isl::set before = state.points.set();
    if (!addAll(state))
      return false;
    if (before.get() == state.points.set().get() ||
        before.is_subset(state.points.set()))
      return true;
  }
  return true;
}

void UninterpretedFunctionSolver::addConsequences(SampledSet &points,
                                                  Pair &pair) const {
  const UninterpretedCall &first = table.at(pair.first);
  const UninterpretedCall &second = table.at(pair.second);
  if (first.arguments.size() != 1)
    return addOfSeveral(points, pair);
  const isl::pw_aff &a = first.arguments[0], &b = second.arguments[0];
  if (!pair.order.isDecided()) {
    pair.order.less = pair.order.less && !points.isDisjoint(less(a, b));
    pair.order.equal = pair.order.equal && !points.isDisjoint(equal(a, b));
    pair.order.greater = pair.order.greater && !points.isDisjoint(less(b, a));
  }
  if (!pair.order.less && !pair.order.greater) {
    points.intersect(equal(valueOf(pair.first), valueOf(pair.second)));
    points.intersect(equal(a, b));
    return;
  }
  addMonotone(points, pair);
  if (isInjective(first.function))
    addDistinct(points, pair);
  addWithinRow(points, pair);
}

/// `{ P : the arguments are equal }`
isl::set UninterpretedFunctionSolver::sameArguments(const Pair &pair) const {
  const UninterpretedCall &first = table.at(pair.first);
  const UninterpretedCall &second = table.at(pair.second);
  isl::set equal = isl::set::universe(domain);
  for (size_t pos = 0; pos < first.arguments.size(); ++pos)
    equal =
        poly::meet(equal, first.arguments[pos].eq_set(second.arguments[pos]));
  return equal;
}

/// `{ P : the arguments of one call come before those of the other }`, row by
/// row.
isl::set
UninterpretedFunctionSolver::argumentsBefore(const std::string &one,
                                             const std::string &other) const {
  const UninterpretedCall &first = table.at(one), &second = table.at(other);
  isl::set equal = isl::set::universe(domain), before = isl::set::empty(domain);
  for (size_t pos = 0; pos < first.arguments.size(); ++pos) {
    const isl::pw_aff &a = first.arguments[pos], &b = second.arguments[pos];
    before = before.unite(equal.intersect(a.lt_set(b)));
    equal = equal.intersect(a.eq_set(b));
  }
  return before;
}

/// Whether all arguments of \p name but the first are in their rows, ends
/// included: positions then are in the order of their rows.
bool UninterpretedFunctionSolver::isWithinRows(const SampledSet &points,
                                               const std::string &name) const {
  const UninterpretedCall &call = table.at(name);
  const Array &array = program.arrays.at(call.function);
  isl::set inside = isl::set::universe(domain);
  for (size_t pos = 1; pos < call.arguments.size(); ++pos) {
    const isl::pw_aff &argument = call.arguments[pos];
    if (!array.extents[pos])
      return false;
    inside = poly::meet(inside, argument.ge_set(poly::constant(domain, 0)));
    inside = poly::meet(inside, argument.le_set(here(*array.extents[pos])));
  }
  return points.isSubset(inside);
}

/// What follows for elements of an array of several dimensions, which rises if
/// it does through all its rows.
void UninterpretedFunctionSolver::addOfSeveral(SampledSet &points,
                                               Pair &pair) const {
  isl::set same = sameArguments(pair);
  if (pair.order.equal && points.isSubset(same))
    pair.order = {false, true, false};
  if (!pair.order.less && !pair.order.greater) {
    points.intersect(equal(valueOf(pair.first), valueOf(pair.second)));
    return;
  }
  pair.order.equal = pair.order.equal && !points.isDisjoint(same);
  const std::string &function = table.at(pair.first).function;
  if (!has(function, Fact::Kind::Monotonic)) {
    if (!pair.order.equal) // how they differ does not matter
      pair.order = {true, false, false};
    return;
  }
  auto mayPrecede = [&](const std::string &one, const std::string &other) {
    return !points.isDisjoint(argumentsBefore(one, other));
  };
  pair.order.less = pair.order.less && mayPrecede(pair.first, pair.second);
  pair.order.greater =
      pair.order.greater && mayPrecede(pair.second, pair.first);
  if ((!pair.order.less || !pair.order.greater) &&
      isWithinRows(points, pair.first) && isWithinRows(points, pair.second))
    addRising(points, pair, /*strict=*/false);
}

void UninterpretedFunctionSolver::addMonotone(SampledSet &points,
                                              const Pair &pair) const {
  const std::string &function = table.at(pair.first).function;
  if (!has(function, Fact::Kind::Monotonic))
    return;
  addRising(points, pair, isStrictlyMonotonic(function));
  for (const Fact *fact : program.factsAbout(function, Fact::Kind::RowLength)) {
    isl::pw_aff distance =
        argument(pair.second).sub(argument(pair.first)).coalesce();
    if (!poly::isConstant(distance))
      continue;
    isl::pw_aff rise = valueOf(pair.second).sub(valueOf(pair.first));
    std::optional<long> steps = poly::constantValue(distance);
    if (steps == 1)
      points.intersect(rise.le_set(here(*fact->upper)));
    if (steps == -1)
      points.intersect(rise.neg().le_set(here(*fact->upper)));
  }
}

/// index(r) and index(r + 1) of the table that enclose \p position everywhere
/// in \p points.
std::optional<UninterpretedFunctionSolver::Row>
UninterpretedFunctionSolver::rowOf(const SampledSet &points,
                                   const isl::pw_aff &position,
                                   const std::string &index) const {
  const isl::pw_aff shifted =
      values().compared.shifted(position, baseOf(index));
  for (const auto &[beginName, begin] : table) {
    if (begin.function != index || begin.arguments.size() != 1 ||
        !poly::involvesParam(points.set(), beginName) ||
        !points.isWithin(atMost(valueOf(beginName), shifted)))
      continue;
    for (const auto &[endName, end] : table)
      if (end.function == index && endName != beginName &&
          end.arguments.size() == 1 &&
          poly::involvesParam(points.set(), endName) &&
          isNext(begin.arguments[0], end.arguments[0]) &&
          points.isWithin(less(shifted, valueOf(endName))))
        return Row{begin.arguments[0], valueOf(beginName), valueOf(endName)};
  }
  return std::nullopt;
}

/// Whether \p next is \p value + 1 everywhere.
bool UninterpretedFunctionSolver::isNext(const isl::pw_aff &value,
                                         const isl::pw_aff &next) const {
  auto [found, isNew] =
      values().next.try_emplace({value.get(), next.get()}, false);
  if (isNew) {
    const isl::pw_aff distance = next.sub(value).coalesce();
    found->second =
        poly::isConstant(distance) && poly::constantValue(distance) == 1;
  }
  return found->second;
}

void UninterpretedFunctionSolver::addRowFacts(SampledSet &points) const {
  for (const auto &[name, call] : table) {
    auto facts = program.factsAbout(call.function, Fact::Kind::Triangular);
    if (facts.empty() || !poly::involvesParam(points.set(), name))
      continue;
    for (const Fact *fact : facts)
      addTriangular(points, name, *fact);
  }
}

/// For p in row r of a lower triangle col(p) <= r. Where the columns of a row
/// rise strictly, those behind p need room too:
/// col(p) + (index(r + 1) - 1 - p) <= r.
void UninterpretedFunctionSolver::addTriangular(SampledSet &points,
                                                const std::string &name,
                                                const Fact &fact) const {
  if (table.at(name).arguments.size() != 1)
    return;
  const std::string &index = fact.arrays[1];
  isl::pw_aff position = argument(name);
  std::optional<Row> row = rowOf(points, position, index);
  if (!row)
    return;
  bool rising = false;
  for (const Fact *sorted :
       program.factsAbout(fact.arrays[0], Fact::Kind::Sorted))
    rising |= sorted->arrays[1] == index && sorted->strict;
  long base = baseOf(index);
  poly::Comparisons &all = values().compared;
  isl::pw_aff column = all.shifted(valueOf(name), -base);
  isl::pw_aff shifted = all.shifted(position, base);
  isl::pw_aff nothing = values().zero;
  bool lower = fact.which == "lower";
  isl::pw_aff room = !rising ? nothing
                     : lower
                         ? all.shifted(all.difference(row->end, shifted), -1)
                         : all.difference(shifted, row->begin);
  isl::pw_aff distance = lower ? all.difference(row->number, column)
                               : all.difference(column, row->number);
  points.intersect(atMost(all.shifted(room, fact.strict ? 1 : 0), distance));
}

/// p(q(y)) = y.
void UninterpretedFunctionSolver::addInverse(SampledSet &points) const {
  for (const Fact &fact : program.facts) {
    if (fact.kind != Fact::Kind::Inverse)
      continue;
    for (const auto &[outerName, outer] : table) {
      if (outer.function != fact.arrays[0] || outer.arguments.size() != 1 ||
          !poly::involvesParam(points.set(), outerName))
        continue;
      for (const auto &[innerName, inner] : table)
        if (inner.function == fact.arrays[1] && inner.arguments.size() == 1 &&
            points.isWithin(equal(outer.arguments[0], valueOf(innerName))))
          points.intersect(equal(valueOf(outerName), inner.arguments[0]));
    }
  }
}

/// Positions p and q in one row: sorted columns rise with them, columns
/// without duplicates differ.
void UninterpretedFunctionSolver::addWithinRow(SampledSet &points,
                                               const Pair &pair) const {
  const std::string &function = table.at(pair.first).function;
  for (const Fact *fact : program.factsAbout(function, Fact::Kind::Sorted))
    if (areInOneRow(points, pair, fact->arrays[1])) {
      addRising(points, pair, fact->strict);
      if (fact->strict)
        addDistinct(points, pair);
    }
  for (const Fact *fact : program.factsAbout(function, Fact::Kind::Unique))
    if (areInOneRow(points, pair, fact->arrays[1]))
      addDistinct(points, pair);
}

bool UninterpretedFunctionSolver::areInOneRow(const SampledSet &points,
                                              const Pair &pair,
                                              const std::string &index) const {
  std::optional<Row> first = rowOf(points, argument(pair.first), index);
  if (!first)
    return false;
  std::optional<Row> second = rowOf(points, argument(pair.second), index);
  return second && points.isWithin(equal(first->number, second->number));
}

/// Where the order of the arguments is known, values follow it.
void UninterpretedFunctionSolver::addRising(SampledSet &points,
                                            const Pair &pair,
                                            bool strict) const {
  auto addOrdered = [&](const std::string &low, const std::string &high) {
    poly::Comparisons &all = values().compared;
    isl::pw_aff least =
        strict ? all.difference(argument(high), argument(low)) : values().zero;
    points.intersect(
        atMost(least, all.difference(valueOf(high), valueOf(low))));
  };
  if (!pair.order.greater)
    addOrdered(pair.first, pair.second);
  else if (!pair.order.less)
    addOrdered(pair.second, pair.first);
}

/// Equal values come from equal arguments.
void UninterpretedFunctionSolver::addDistinct(SampledSet &points,
                                              const Pair &pair) const {
  if (points.isWithin(equal(valueOf(pair.first), valueOf(pair.second))))
    points.intersect(equal(argument(pair.first), argument(pair.second)));
}

} // namespace sparsec
