//===- OrderFacts.cpp - iterations that an inspector put in order ---------===//
///
/// \file
/// An Order fact says of two values of a permutation that, where one of the
/// fact's relations holds between them, the smaller one comes first. Whether
/// it holds is asked for the two cases u < v and u > v; for u = v the
/// permutation is injective.
///
/// What is asked are differences nearly always: what follows from the points
/// is found once, and each question adds a bound or two to it.
///
//===----------------------------------------------------------------------===//

#include "UninterpretedFunctionSolver.h"

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

/// Points, and what differences know of them. More that is said of the points
/// goes to both, to the set only when differences cannot answer: then to what
/// follows from the points already.
class UninterpretedFunctionSolver::Region {
public:
  Region(const UninterpretedFunctionSolver &facts, isl::set points,
         DifferenceBoundSolver::Known known, std::optional<State> state)
      : facts(&facts), points(std::move(points)), known(std::move(known)),
        start(std::make_shared<std::optional<State>>(std::move(state))) {}

  Region equal(const Valued &a, const Valued &b) const;
  Region less(const Valued &a, const Valued &b) const;

  bool isImpossible() const {
    return isRefuted() || (!known.isExact && isRefutedBySets(false));
  }
  bool isContradiction() const {
    return isRefuted() || (!known.isExact && isRefutedBySets(true));
  }
  bool contains(const Pattern &pattern) const {
    return facts->differenceSolver().contains(known, pattern);
  }
  /// The row r of a position p, index(r) <= p < index(r + 1).
  std::optional<Valued> rowOf(const Valued &position,
                              const std::string &index) const;

private:
  bool isRefuted() const { return facts->differenceSolver().isRefuted(known); }
  bool isRefutedBySets(bool byCases) const;
  Region with(const Valued &a, const Valued &b, bool isLess) const;
  State state() const;
  isl::set set() const;

  const UninterpretedFunctionSolver *facts;
  isl::set points;
  struct Comparison {
    isl::pw_aff a, b;
    bool isLess;
  };
  std::vector<Comparison> pending;
  DifferenceBoundSolver::Known known;
  /// What follows from the points, once somebody asked: all regions that were
  /// made of one have it together.
  std::shared_ptr<std::optional<State>> start;
};

UninterpretedFunctionSolver::Region
UninterpretedFunctionSolver::Region::with(const Valued &a, const Valued &b,
                                          bool isLess) const {
  Region result = *this;
  result.pending.push_back({a.value, b.value, isLess});
  if (!a.place || !b.place) {
    result.known.isExact = false;
    return result;
  }
  result.known =
      DifferenceBoundSolver::with(known, *a.place, *b.place, isLess ? -1 : 0);
  if (!isLess)
    result.known =
        DifferenceBoundSolver::with(result.known, *b.place, *a.place, 0);
  return result;
}

UninterpretedFunctionSolver::Region
UninterpretedFunctionSolver::Region::equal(const Valued &a,
                                           const Valued &b) const {
  return with(a, b, /*isLess=*/false);
}

UninterpretedFunctionSolver::Region
UninterpretedFunctionSolver::Region::less(const Valued &a,
                                          const Valued &b) const {
  return with(a, b, /*isLess=*/true);
}

isl::set UninterpretedFunctionSolver::Region::set() const {
  isl::set result = points;
  for (const Comparison &one : pending)
    result = result.intersect(one.isLess ? one.a.lt_set(one.b)
                                         : one.a.eq_set(one.b));
  return result;
}

/// What is known of the points without a look at what is pending together.
UninterpretedFunctionSolver::State
UninterpretedFunctionSolver::Region::state() const {
  if (!*start) {
    *start = facts->start(points);
    facts->propagate(**start);
  }
  State result = **start;
  for (const Comparison &one : pending)
    result.points.intersect(one.isLess ? facts->less(one.a, one.b)
                                       : facts->equal(one.a, one.b));
  return result;
}

/// Whether nothing is left in any of the cases, or without a look at cases.
bool UninterpretedFunctionSolver::Region::isRefutedBySets(bool byCases) const {
  using Verdict = DifferenceBoundSolver::Verdict;
  const isl::set all = set();
  const Verdict verdict = facts->differenceSolver().decide(all);
  if (verdict != Verdict::Unknown)
    return verdict == Verdict::Empty;
  State now = state();
  now.points.intersect(
      isl::set::universe(all.space()).intersect_params(facts->contextFor(all)));
  if (now.points.isEmpty())
    return true;
  facts->complete(now);
  if (facts->hasModel(now))
    return false;
  return !facts->propagate(now) || (byCases && facts->isContradiction(now));
}

std::optional<UninterpretedFunctionSolver::Valued>
UninterpretedFunctionSolver::Region::rowOf(const Valued &position,
                                           const std::string &index) const {
  if (position.place) {
    DifferenceBoundSolver::Place shifted = *position.place;
    shifted.offset += facts->baseOf(index);
    if (const DifferenceBoundSolver::Segment *segment =
            facts->differenceSolver().segmentOf(known, shifted, index))
      return Valued{facts->argument(segment->call), segment->row};
  }
  if (known.isExact)
    return std::nullopt;
  std::optional<Row> row = facts->rowOf(state().points, position.value, index);
  if (!row)
    return std::nullopt;
  return Valued{row->number, facts->differenceSolver().findPlace(row->number)};
}

bool UninterpretedFunctionSolver::excludedByOrders(
    const isl::set &unbounded, DifferenceBoundSolver::Known known,
    std::optional<State> state) const {
  std::map<std::vector<std::string>, Orders> byArrays;
  for (const Fact &fact : program.facts)
    if (fact.kind == Fact::Kind::Order && fact.rule)
      byArrays[fact.arrays].push_back(&fact);
  if (byArrays.empty())
    return false;
  const std::set<std::string> calls = callsIn(unbounded, table);
  std::vector<std::pair<Orders, std::vector<Placed>>> questions;
  for (const auto &[arrays, orders] : byArrays)
    if (auto values = placedBy(arrays[0], calls); values.size() > 1)
      questions.emplace_back(orders, std::move(values));
  if (questions.empty())
    return false;
  isl::set bounded = unbounded;
  if (!known.isExact) {
    // Relations mention the ranges of index arrays.
    isl::set ranges = isl::set::universe(domain);
    for (const std::string &name : calls)
      ranges = ranges.intersect(rangeOf(name));
    // 3 * u + d = 3 * v + e for d and e below 3 is two differences.
    bounded = unbounded.intersect(ranges).detect_equalities();
    known = differenceSolver().knownOf(bounded);
  }
  const Region points(*this, bounded, std::move(known), std::move(state));
  for (const auto &[orders, values] : questions)
    for (size_t i = 0; i < values.size(); ++i)
      for (size_t j = i + 1; j < values.size(); ++j)
        if (excludedByOrder(points, orders, values[i], values[j]))
          return true;
  return false;
}

/// The values of \p perm that \p calls speak of: perm(p) has place p, and x has
/// place q(x) where q is the inverse of perm.
std::vector<UninterpretedFunctionSolver::Placed>
UninterpretedFunctionSolver::placedBy(
    const std::string &perm, const std::set<std::string> &calls) const {
  auto isInverse = [&](const std::string &function) {
    return llvm::any_of(
        program.factsAbout(function, Fact::Kind::Inverse),
        [&](const Fact *fact) { return fact->arrays[1] == perm; });
  };
  std::vector<Placed> values;
  auto valued = [&](const isl::pw_aff &value) {
    return Valued{value, differenceSolver().findPlace(value)};
  };
  for (const std::string &name : calls) {
    const std::string &function = table.at(name).function;
    if (function == perm)
      values.push_back({valued(argument(name)), valued(valueOf(name))});
    else if (isInverse(function))
      values.push_back({valued(valueOf(name)), valued(argument(name))});
  }
  return values;
}

bool UninterpretedFunctionSolver::excludedByOrder(const Region &points,
                                                  const Orders &orders,
                                                  const Placed &first,
                                                  const Placed &second) const {
  const Valued &u = first.value, &v = second.value;
  return points.equal(u, v)
             .equal(first.place, second.place)
             .isContradiction() &&
         cannotRun(points.less(u, v), orders, first, second) &&
         cannotRun(points.less(v, u), orders, second, first);
}

/// Whether one of \p orders says of all of \p points, where \p first is less
/// than \p second, which of the two comes first, and that leaves no point.
bool UninterpretedFunctionSolver::cannotRun(const Region &points,
                                            const Orders &orders,
                                            const Placed &first,
                                            const Placed &second) const {
  if (points.isImpossible())
    return true;
  // Of loops that count down the greater value comes first.
  bool rulesOut = cannotPrecede(points, *orders.front(), first, second);
  bool rulesOutDown = cannotPrecede(points, *orders.front(), second, first);
  // Of iterations that are only kept apart either one may be the first.
  if (orders.front()->which == "apart")
    rulesOut = rulesOutDown = rulesOut && rulesOutDown;
  if (!rulesOut && !rulesOutDown)
    return false;
  return llvm::any_of(orders, [&](const Fact *fact) {
    const Fact::Rule &rule = *fact->rule;
    auto isRelated = [&](const Placed &u, const Placed &v) {
      isl::space space = rule.premise.space();
      Pattern pattern{rule.calls,
                      rule.premise,
                      {{poly::dimension(space, 0), u.value.value},
                       {poly::dimension(space, 1), v.value.value}}};
      return points.contains(pattern);
    };
    return (rulesOut && isRelated(first, second)) ||
           (rulesOutDown && isRelated(second, first));
  });
}

/// Whether \p first cannot run before \p second in \p points: by its place in
/// their task, or by an earlier wave. Of {perm, rows, tasks} a task's places
/// are in order; elsewhere only segments of places are.
bool UninterpretedFunctionSolver::cannotPrecede(const Region &points,
                                                const Fact &fact,
                                                const Placed &first,
                                                const Placed &second) const {
  Region ordered = points.less(first.place, second.place);
  std::vector<Valued> own, later; // numbers of segments, innermost first
  for (const std::string &pointer : llvm::drop_begin(fact.arrays)) {
    std::optional<Valued> row =
        points.rowOf(own.empty() ? first.place : own.back(), pointer);
    std::optional<Valued> laterRow =
        points.rowOf(later.empty() ? second.place : later.back(), pointer);
    if (!row || !laterRow)
      return ordered.isImpossible();
    own.push_back(*row);
    later.push_back(*laterRow);
  }
  if (own.size() != 2)
    ordered = ordered.less(own.front(), later.front());
  if (own.size() == 1)
    return ordered.isImpossible();
  const size_t task = own.size() - 2, wave = own.size() - 1;
  return ordered.equal(own[task], later[task]).isImpossible() &&
         ordered.less(own[wave], later[wave]).isImpossible();
}

} // namespace sparsec
