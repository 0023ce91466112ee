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

bool CallFacts::excludedByOrders(const isl::set &points) const {
  std::map<std::vector<std::string>, Orders> known;
  for (const Fact &fact : program.facts)
    if (fact.kind == Fact::Kind::Order)
      known[fact.arrays].push_back(&fact);
  if (known.empty())
    return false;
  const std::set<std::string> calls = callsIn(points, table);
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
  if (isContradiction(points))
    return true;
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
    // Of loops that count down the greater value comes first.
    return (isRelated(first, second) &&
            cannotPrecede(points, *fact, first, second)) ||
           (isRelated(second, first) &&
            cannotPrecede(points, *fact, second, first));
  });
}

/// Whether \p first cannot have a place before \p second's in its task, nor an
/// earlier wave, in \p points.
bool CallFacts::cannotPrecede(const isl::set &points, const Fact &fact,
                              const Placed &first, const Placed &second) const {
  const isl::pw_aff &place = first.place, &later = second.place;
  isl::set ordered = points.intersect(place.lt_set(later));
  std::optional<Row> task = rowOf(points, place, fact.arrays[1]);
  std::optional<Row> laterTask = rowOf(points, later, fact.arrays[1]);
  if (!task || !laterTask)
    return isContradiction(ordered);
  if (fact.arrays.size() == 2)
    return isContradiction(
        ordered.intersect(task->number.lt_set(laterTask->number)));
  std::optional<Row> wave = rowOf(points, task->number, fact.arrays[2]);
  std::optional<Row> laterWave =
      rowOf(points, laterTask->number, fact.arrays[2]);
  if (!wave || !laterWave)
    return isContradiction(ordered);
  return isContradiction(
             ordered.intersect(task->number.eq_set(laterTask->number))) &&
         isContradiction(
             ordered.intersect(wave->number.lt_set(laterWave->number)));
}

} // namespace sparsec
