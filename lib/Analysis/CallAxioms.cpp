//===- CallAxioms.cpp - what facts imply for the calls of a set -----------===//
///
/// \file
/// The axioms of CallFacts that need no case distinction: ranges, functional
/// consistency, monotonicity, injectivity, and the facts about the segments
/// index(r) <= p < index(r + 1) of a pointer array. Non-strict monotonicity is
/// all that is assumed of a pointer array: empty rows exist.
///
//===----------------------------------------------------------------------===//

#include "CallFacts.h"

namespace sparsec {

bool CallFacts::has(const std::string &function, Fact::Kind kind) const {
  return !program.factsAbout(function, kind).empty();
}

bool CallFacts::isStrictlyMonotonic(const std::string &function) const {
  for (const Fact *fact : program.factsAbout(function, Fact::Kind::Monotonic))
    if (fact->strict)
      return true;
  return false;
}

bool CallFacts::isInjective(const std::string &function) const {
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
long CallFacts::baseOf(const std::string &index) const {
  for (const Fact *fact : program.factsAbout(index, Fact::Kind::Boundary))
    if (fact->at && fact->upper && poly::constantValue(*fact->at) == 0)
      return poly::constantValue(*fact->upper).value_or(0);
  return 0;
}

isl::set CallFacts::rangeOf(const std::string &name) const {
  const UninterpretedCall &call = table.at(name);
  isl::set known = isl::set::universe(domain);
  if (call.arguments.empty())
    return known;
  isl::pw_aff value = valueOf(name);
  for (const Fact *fact :
       program.factsAbout(call.function, Fact::Kind::Range)) {
    if (fact->lower)
      known = known.intersect(value.ge_set(here(*fact->lower)));
    if (fact->upper)
      known = known.intersect(value.lt_set(here(*fact->upper)));
  }
  for (const Fact &fact : program.facts)
    if (fact.kind == Fact::Kind::Condition &&
        llvm::is_contained(fact.arrays, call.function))
      known = known.intersect_params(*fact.condition);
  return known;
}

/// The value at an end that a fact names, if \p points call it there only.
isl::set CallFacts::boundary(isl::set points, const std::string &name) const {
  const UninterpretedCall &call = table.at(name);
  if (call.arguments.empty())
    return points;
  for (const Fact *fact :
       program.factsAbout(call.function, Fact::Kind::Boundary))
    if (points.is_subset(call.arguments[0].eq_set(here(*fact->at))))
      points = points.intersect(valueOf(name).eq_set(here(*fact->upper)));
  return points;
}

/// Adds consequences until nothing changes. False when the set became empty.
bool CallFacts::propagate(State &state) const {
  for (unsigned round = 0; round < 3; ++round) {
    isl::set before = state.points;
    for (Pair &pair : state.pairs)
      state.points = consequences(state, pair);
    state.points = applyRules(inverse(rowFacts(state.points)));
    if (state.points.is_empty())
      return false;
    if (before.is_subset(state.points))
      return true;
  }
  return true;
}

isl::set CallFacts::consequences(const State &state, Pair &pair) const {
  const UninterpretedCall &first = table.at(pair.first);
  const UninterpretedCall &second = table.at(pair.second);
  isl::set points = state.points;
  if (first.arguments.size() != 1)
    return ofSeveral(points, pair);
  isl::pw_aff a = first.arguments[0], b = second.arguments[0];
  if (!pair.order.isDecided()) {
    pair.order.less &= !points.is_disjoint(a.lt_set(b));
    pair.order.equal &= !points.is_disjoint(a.eq_set(b));
    pair.order.greater &= !points.is_disjoint(a.gt_set(b));
  }
  if (!pair.order.less && !pair.order.greater)
    return points.intersect(valueOf(pair.first).eq_set(valueOf(pair.second)))
        .intersect(a.eq_set(b));
  points = monotone(points, pair);
  if (isInjective(first.function))
    points = distinct(points, pair);
  return withinRow(points, pair);
}

/// `{ P : the arguments are equal }`
isl::set CallFacts::sameArguments(const Pair &pair) const {
  const UninterpretedCall &first = table.at(pair.first);
  const UninterpretedCall &second = table.at(pair.second);
  isl::set equal = isl::set::universe(domain);
  for (size_t pos = 0; pos < first.arguments.size(); ++pos)
    equal = equal.intersect(first.arguments[pos].eq_set(second.arguments[pos]));
  return equal;
}

/// `{ P : the arguments of one call come before those of the other }`, row by
/// row.
isl::set CallFacts::argumentsBefore(const std::string &one,
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
bool CallFacts::isWithinRows(const isl::set &points,
                             const std::string &name) const {
  const UninterpretedCall &call = table.at(name);
  const Array &array = program.arrays.at(call.function);
  isl::set inside = isl::set::universe(domain);
  for (size_t pos = 1; pos < call.arguments.size(); ++pos) {
    const isl::pw_aff &argument = call.arguments[pos];
    if (!array.extents[pos])
      return false;
    inside = inside.intersect(argument.ge_set(poly::constant(domain, 0)))
                 .intersect(argument.le_set(here(*array.extents[pos])));
  }
  return points.is_subset(inside);
}

/// What follows for elements of an array of several dimensions, which rises if
/// it does through all its rows.
isl::set CallFacts::ofSeveral(isl::set points, Pair &pair) const {
  isl::set equal = sameArguments(pair);
  if (pair.order.equal && points.is_subset(equal))
    pair.order = {false, true, false};
  if (!pair.order.less && !pair.order.greater)
    return points.intersect(valueOf(pair.first).eq_set(valueOf(pair.second)));
  pair.order.equal &= !points.is_disjoint(equal);
  const std::string &function = table.at(pair.first).function;
  if (!has(function, Fact::Kind::Monotonic)) {
    if (!pair.order.equal) // how they differ does not matter
      pair.order = {true, false, false};
    return points;
  }
  pair.order.less &=
      !points.is_disjoint(argumentsBefore(pair.first, pair.second));
  pair.order.greater &=
      !points.is_disjoint(argumentsBefore(pair.second, pair.first));
  if ((pair.order.less && pair.order.greater) ||
      !isWithinRows(points, pair.first) || !isWithinRows(points, pair.second))
    return points;
  return rising(points, pair, /*strict=*/false);
}

isl::set CallFacts::monotone(isl::set points, const Pair &pair) const {
  const std::string &function = table.at(pair.first).function;
  if (!has(function, Fact::Kind::Monotonic))
    return points;
  points = rising(points, pair, isStrictlyMonotonic(function));
  for (const Fact *fact : program.factsAbout(function, Fact::Kind::RowLength)) {
    isl::pw_aff distance =
        argument(pair.second).sub(argument(pair.first)).coalesce();
    if (!poly::isConstant(distance))
      continue;
    isl::pw_aff rise = valueOf(pair.second).sub(valueOf(pair.first));
    std::optional<long> steps = poly::constantValue(distance);
    if (steps == 1)
      points = points.intersect(rise.le_set(here(*fact->upper)));
    if (steps == -1)
      points = points.intersect(rise.neg().le_set(here(*fact->upper)));
  }
  return points;
}

/// index(r) and index(r + 1) of the table that enclose \p position everywhere
/// in \p points.
std::optional<CallFacts::Row> CallFacts::rowOf(const isl::set &points,
                                               const isl::pw_aff &position,
                                               const std::string &index) const {
  isl::pw_aff shifted = position.add_constant(baseOf(index));
  for (const auto &[beginName, begin] : table) {
    if (begin.function != index || !poly::involvesParam(points, beginName))
      continue;
    isl::set after = valueOf(beginName).le_set(shifted);
    for (const auto &[endName, end] : table) {
      if (end.function != index || endName == beginName ||
          !poly::involvesParam(points, endName))
        continue;
      isl::pw_aff distance =
          end.arguments[0].sub(begin.arguments[0]).coalesce();
      if (!poly::isConstant(distance) || poly::constantValue(distance) != 1)
        continue;
      if (points.is_subset(after.intersect(shifted.lt_set(valueOf(endName)))))
        return Row{begin.arguments[0], valueOf(beginName), valueOf(endName)};
    }
  }
  return std::nullopt;
}

isl::set CallFacts::rowFacts(isl::set points) const {
  for (const auto &[name, call] : table) {
    auto facts = program.factsAbout(call.function, Fact::Kind::Triangular);
    if (facts.empty() || !poly::involvesParam(points, name))
      continue;
    for (const Fact *fact : facts)
      points = triangular(points, name, *fact);
  }
  return points;
}

/// For p in row r of a lower triangle col(p) <= r. Where the columns of a row
/// rise strictly, those behind p need room too:
/// col(p) + (index(r + 1) - 1 - p) <= r.
isl::set CallFacts::triangular(isl::set points, const std::string &name,
                               const Fact &fact) const {
  const std::string &index = fact.arrays[1];
  isl::pw_aff position = argument(name);
  std::optional<Row> row = rowOf(points, position, index);
  if (!row)
    return points;
  bool rising = false;
  for (const Fact *sorted :
       program.factsAbout(fact.arrays[0], Fact::Kind::Sorted))
    rising |= sorted->arrays[1] == index && sorted->strict;
  long base = baseOf(index);
  isl::pw_aff column = valueOf(name).add_constant(-base);
  isl::pw_aff shifted = position.add_constant(base);
  isl::pw_aff nothing = poly::constant(domain, 0);
  bool lower = fact.which == "lower";
  isl::pw_aff room = !rising ? nothing
                     : lower ? row->end.sub(shifted).add_constant(-1)
                             : shifted.sub(row->begin);
  isl::pw_aff distance =
      lower ? row->number.sub(column) : column.sub(row->number);
  return points.intersect(
      distance.ge_set(room.add_constant(fact.strict ? 1 : 0)));
}

/// p(q(y)) = y.
isl::set CallFacts::inverse(isl::set points) const {
  for (const Fact &fact : program.facts) {
    if (fact.kind != Fact::Kind::Inverse)
      continue;
    for (const auto &[outerName, outer] : table) {
      if (outer.function != fact.arrays[0] ||
          !poly::involvesParam(points, outerName))
        continue;
      for (const auto &[innerName, inner] : table)
        if (inner.function == fact.arrays[1] &&
            points.is_subset(outer.arguments[0].eq_set(valueOf(innerName))))
          points =
              points.intersect(valueOf(outerName).eq_set(inner.arguments[0]));
    }
  }
  return points;
}

/// Positions p and q in one row: sorted columns rise with them, columns
/// without duplicates differ.
isl::set CallFacts::withinRow(isl::set points, const Pair &pair) const {
  const std::string &function = table.at(pair.first).function;
  for (const Fact *fact : program.factsAbout(function, Fact::Kind::Sorted))
    if (areInOneRow(points, pair, fact->arrays[1])) {
      points = rising(points, pair, fact->strict);
      if (fact->strict)
        points = distinct(points, pair);
    }
  for (const Fact *fact : program.factsAbout(function, Fact::Kind::Unique))
    if (areInOneRow(points, pair, fact->arrays[1]))
      points = distinct(points, pair);
  return points;
}

bool CallFacts::areInOneRow(const isl::set &points, const Pair &pair,
                            const std::string &index) const {
  std::optional<Row> first = rowOf(points, argument(pair.first), index);
  if (!first)
    return false;
  std::optional<Row> second = rowOf(points, argument(pair.second), index);
  return second && points.is_subset(first->number.eq_set(second->number));
}

/// Where the order of the arguments is known, values follow it.
isl::set CallFacts::rising(isl::set points, const Pair &pair,
                           bool strict) const {
  auto ordered = [&](const std::string &low, const std::string &high) {
    isl::pw_aff rise = valueOf(high).sub(valueOf(low));
    return points.intersect(rise.ge_set(strict
                                            ? argument(high).sub(argument(low))
                                            : poly::constant(domain, 0)));
  };
  if (!pair.order.greater)
    return ordered(pair.first, pair.second);
  return pair.order.less ? points : ordered(pair.second, pair.first);
}

/// Equal values come from equal arguments.
isl::set CallFacts::distinct(isl::set points, const Pair &pair) const {
  isl::set equal = valueOf(pair.first).eq_set(valueOf(pair.second));
  if (!points.is_subset(equal))
    return points;
  return points.intersect(argument(pair.first).eq_set(argument(pair.second)));
}

} // namespace sparsec
