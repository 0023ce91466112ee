//===- OrderFacts.cpp - iterations that an inspector put in order ---------===//
///
/// \file
/// An Order fact says of two values of a permutation that, where one of the
/// fact's relations holds between them, the smaller one comes first. Whether
/// it holds is asked for the two cases u < v and u > v; for u = v the
/// permutation is injective.
///
//===----------------------------------------------------------------------===//

#include "CallFacts.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// The calls that \p points mention, those nested in others included.
static std::set<std::string> callsIn(const isl::set &points,
                                     const CallTable &table) {
  std::vector<std::string> open;
  for (const auto &entry : table)
    if (poly::involvesParam(points, entry.first))
      open.push_back(entry.first);
  std::set<std::string> found;
  while (!open.empty()) {
    std::string name = open.back();
    open.pop_back();
    if (found.insert(name).second)
      llvm::append_range(open, nestedCalls(table.at(name), table));
  }
  return found;
}

bool CallFacts::excludedByOrders(const isl::set &unbounded) const {
  std::map<std::vector<std::string>, Orders> known;
  for (const Fact &fact : program.facts)
    if (fact.kind == Fact::Kind::Order)
      known[fact.arrays].push_back(&fact);
  if (known.empty())
    return false;
  const std::set<std::string> calls = callsIn(unbounded, table);
  // Relations mention the ranges of index arrays.
  isl::set points = unbounded;
  for (const std::string &name : calls)
    points = points.intersect(rangeOf(name));
  for (const auto &[arrays, orders] : known) {
    std::vector<Placed> values = placedBy(arrays[0], calls);
    for (size_t i = 0; i < values.size(); ++i)
      for (size_t j = i + 1; j < values.size(); ++j)
        if (excludedByOrder(points, orders, values[i], values[j]))
          return true;
  }
  return false;
}

/// The values of \p perm that \p calls speak of: perm(p) has place p, and x has
/// place q(x) where q is the inverse of perm.
std::vector<CallFacts::Placed>
CallFacts::placedBy(const std::string &perm,
                    const std::set<std::string> &calls) const {
  auto isInverse = [&](const std::string &function) {
    return llvm::any_of(
        program.factsAbout(function, Fact::Kind::Inverse),
        [&](const Fact *fact) { return fact->arrays[1] == perm; });
  };
  std::vector<Placed> values;
  for (const std::string &name : calls) {
    const std::string &function = table.at(name).function;
    if (function == perm)
      values.push_back({argument(name), valueOf(name)});
    else if (isInverse(function))
      values.push_back({valueOf(name), argument(name)});
  }
  return values;
}

bool CallFacts::excludedByOrder(const isl::set &points, const Orders &orders,
                                const Placed &first,
                                const Placed &second) const {
  const isl::pw_aff &u = first.value, &v = second.value;
  return isContradiction(points.intersect(u.eq_set(v))
                             .intersect(first.place.eq_set(second.place))) &&
         cannotRun(points.intersect(u.lt_set(v)), orders, first, second) &&
         cannotRun(points.intersect(v.lt_set(u)), orders, second, first);
}

/// Whether one of \p orders says of all of \p points, where \p first is less
/// than \p second, which of the two comes first, and that leaves no point.
bool CallFacts::cannotRun(const isl::set &points, const Orders &orders,
                          const Placed &first, const Placed &second) const {
  if (isImpossible(points))
    return true;
  // Of loops that count down the greater value comes first.
  const bool rulesOut = cannotPrecede(points, *orders.front(), first, second);
  const bool rulesOutDown =
      cannotPrecede(points, *orders.front(), second, first);
  if (!rulesOut && !rulesOutDown)
    return false;
  return llvm::any_of(orders, [&](const Fact *fact) {
    const Fact::Rule &rule = *fact->rule;
    auto isRelated = [&](const Placed &u, const Placed &v) {
      isl::space space = rule.premise.space();
      Pattern pattern{rule.calls,
                      rule.premise,
                      {{poly::dimension(space, 0), u.value},
                       {poly::dimension(space, 1), v.value}}};
      return contains(points, pattern);
    };
    return (rulesOut && isRelated(first, second)) ||
           (rulesOutDown && isRelated(second, first));
  });
}

/// Whether \p first cannot run before \p second in \p points: by its place in
/// their task, or by an earlier wave. Of {perm, rows, tasks} a task's places
/// are in order; elsewhere only segments of places are.
bool CallFacts::cannotPrecede(const isl::set &points, const Fact &fact,
                              const Placed &first, const Placed &second) const {
  isl::set ordered = points.intersect(first.place.lt_set(second.place));
  std::vector<isl::pw_aff> own, later; // numbers of segments, innermost first
  for (const std::string &pointer : llvm::drop_begin(fact.arrays)) {
    std::optional<Row> row =
        rowOf(points, own.empty() ? first.place : own.back(), pointer);
    std::optional<Row> laterRow =
        rowOf(points, later.empty() ? second.place : later.back(), pointer);
    if (!row || !laterRow)
      return isImpossible(ordered);
    own.push_back(row->number);
    later.push_back(laterRow->number);
  }
  if (own.size() != 2)
    ordered = ordered.intersect(own.front().lt_set(later.front()));
  if (own.size() == 1)
    return isImpossible(ordered);
  const size_t task = own.size() - 2, wave = own.size() - 1;
  return isImpossible(ordered.intersect(own[task].eq_set(later[task]))) &&
         isImpossible(ordered.intersect(own[wave].lt_set(later[wave])));
}

} // namespace sparsec
