//===- DifferenceAxioms.cpp - what facts say of differences ---------------===//
///
/// \file
/// The axioms of CallAxioms.cpp as rules on shortest paths, both ways round:
/// `a <= b` gives `f(a) <= f(b)` for a monotone f, and `f(a) < f(b)` gives
/// `a < b`.
///
//===----------------------------------------------------------------------===//

#include "DifferenceBoundSolver.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = Fact::Kind;

/// The fact that makes the function of \p call injective.
std::optional<FactSet>
DifferenceBoundSolver::injectivity(const Call &call) const {
  for (const ArrayFact &one : call.about->facts)
    if (isUsed(one.bit) &&
        (one.fact->kind == Kind::Injective ||
         one.fact->kind == Kind::Permutation ||
         (one.fact->kind == Kind::Monotonic && one.fact->strict)))
      return one.bit;
  // p[q[i]] = i makes q injective.
  for (const ArrayFact &one : inverses)
    if (isUsed(one.bit) && one.second == call.about)
      return one.bit;
  return std::nullopt;
}

/// Arrays of which more is known than that equal arguments have equal values.
bool DifferenceBoundSolver::isWorthSplitting(const Call &call) const {
  bool isOrdered = llvm::any_of(call.about->facts, [&](const ArrayFact &one) {
    return isUsed(one.bit) &&
           (one.fact->kind == Kind::Monotonic ||
            one.fact->kind == Kind::Sorted || one.fact->kind == Kind::Unique);
  });
  return isOrdered || injectivity(call);
}

void DifferenceBoundSolver::applyFacts(State &state, const Call &call) const {
  for (const ArrayFact &one : call.about->facts) {
    if (!isUsed(one.bit))
      continue;
    if (one.fact->kind == Kind::Range)
      applyRange(state, call, one);
    if (one.fact->kind == Kind::Boundary && one.at && one.upper)
      applyBoundary(state, call, one);
    if (one.fact->kind == Kind::Triangular)
      applyTriangular(state, call, one);
  }
}

void DifferenceBoundSolver::applyRange(State &state, const Call &call,
                                       const ArrayFact &one) const {
  FactSet why = one.bit | state.whyActive(call.value);
  if (one.lower) {
    activate(state, one.lower->node, why);
    state.add(one.lower->node, call.value, -one.lower->offset, why);
  }
  if (one.upper) {
    activate(state, one.upper->node, why);
    state.add(call.value, one.upper->node, one.upper->offset - 1, why);
  }
}

void DifferenceBoundSolver::applyBoundary(State &state, const Call &call,
                                          const ArrayFact &one) const {
  State::Range range = state.range(call.argument, *one.at);
  if (!range.isZero())
    return;
  FactSet why = one.bit | range.why() | state.whyActive(call.value);
  activate(state, one.upper->node, why);
  state.equate({call.value, 0}, *one.upper, why);
}

/// The segment of \p index, index(r) <= p < index(r + 1), that holds the
/// position p of \p call.
std::optional<DifferenceBoundSolver::Found>
DifferenceBoundSolver::segmentOf(const State &state, const Call &call,
                                 const About &index) const {
  Place position = call.argument;
  position.offset += index.base;
  for (const Segment &segment : index.segments) {
    if (!state.isActive(segment.begin) || !state.isActive(segment.end))
      continue;
    State::Range after = state.range(position, {segment.begin, 0});
    State::Range before = state.range(position, {segment.end, 0});
    if (after.least < 0 || before.most >= 0)
      continue;
    return Found{&segment, after.whyLeast | before.whyMost |
                               state.whyActive(segment.begin) |
                               state.whyActive(segment.end)};
  }
  return std::nullopt;
}

/// Why the positions of both calls are in one segment.
std::optional<FactSet>
DifferenceBoundSolver::shareSegment(const State &state, const Call &a,
                                    const Call &b, const About &index) const {
  std::optional<Found> first = segmentOf(state, a, index);
  if (!first)
    return std::nullopt;
  std::optional<Found> second = segmentOf(state, b, index);
  if (!second)
    return std::nullopt;
  State::Range rows = state.range(first->segment->row, second->segment->row);
  if (!rows.isZero())
    return std::nullopt;
  return first->why | second->why | rows.why();
}

/// The fact that the columns, values of \p call, rise strictly in the rows of
/// \p triangular; 0 when none says so.
FactSet
DifferenceBoundSolver::strictlySorted(const Call &call,
                                      const ArrayFact &triangular) const {
  for (const ArrayFact &one : call.about->facts)
    if (isUsed(one.bit) && one.fact->kind == Kind::Sorted && one.fact->strict &&
        one.second == triangular.second)
      return one.bit;
  return 0;
}

/// For p in row r of a lower triangle col(p) <= r. Where the columns of a row
/// rise strictly, those behind p need room too:
/// col(p) + (index(r + 1) - 1 - p) <= r.
void DifferenceBoundSolver::applyTriangular(State &state, const Call &call,
                                            const ArrayFact &one) const {
  const Fact &fact = *one.fact;
  std::optional<Found> found = segmentOf(state, call, *one.second);
  if (!found)
    return;
  const Segment &segment = *found->segment;
  FactSet why = one.bit | found->why | state.whyActive(call.value);
  long gap = fact.strict ? 1 : 0, base = one.second->base;
  // Columns count from the base too.
  Place column{call.value, gap - base}, row = segment.row;
  bool isLower = fact.which == "lower";
  if (!isLower)
    column.offset = -gap - base;
  Place low = isLower ? column : row, high = isLower ? row : column;
  state.add(low.node, high.node, high.offset - low.offset, why);
  FactSet sorted = strictlySorted(call, one);
  if (!sorted)
    return;
  Place position = call.argument;
  position.offset += base;
  if (isLower)
    state.addSum(low, {segment.end, -1}, high, position, why | sorted);
  else
    state.addSum(low, position, high, {segment.begin, 0}, why | sorted);
}

/// Values follow the order of arguments, and arguments that of values.
void DifferenceBoundSolver::applyOrder(State &state, const Call &low,
                                       const Call &high, bool strict,
                                       FactSet why) const {
  State::Range distance = state.range(high.argument, low.argument);
  if (distance.least >= 0)
    state.add(low.value, high.value, strict ? -distance.least : 0,
              why | distance.whyLeast);
  // Values that rise come from arguments that rise.
  State::Range rise = state.range({high.value, 0}, {low.value, 0});
  if (rise.least >= 1)
    state.add(low.argument.node, high.argument.node,
              high.argument.offset - low.argument.offset - 1,
              why | rise.whyLeast);
}

/// Whether applyOrder would say anything new.
bool DifferenceBoundSolver::isNews(const State &state, const Call &low,
                                   const Call &high, bool strict) const {
  long distance = state.range(high.argument, low.argument).least;
  if (distance >= 0 &&
      (strict ? -distance : 0) < state.bound(low.value, high.value))
    return true;
  return state.range({high.value, 0}, {low.value, 0}).least >= 1 &&
         high.argument.offset - low.argument.offset - 1 <
             state.bound(low.argument.node, high.argument.node);
}

/// The same of applyPairFacts and one fact.
bool DifferenceBoundSolver::isNews(const State &state, const Call &a,
                                   const Call &b, const Fact &fact) const {
  bool isUnique = fact.kind == Kind::Unique;
  if (!isUnique &&
      (isNews(state, a, b, fact.strict) || isNews(state, b, a, fact.strict)))
    return true;
  bool tellsApart = isUnique || (fact.kind == Kind::Sorted && fact.strict);
  return tellsApart && state.range({a.value, 0}, {b.value, 0}).isZero() &&
         !state.range(a.argument, b.argument).isZero();
}

void DifferenceBoundSolver::applyPair(State &state, const Call &a,
                                      const Call &b) const {
  FactSet why = state.whyActive(a.value) | state.whyActive(b.value);
  State::Range distance = state.range(a.argument, b.argument);
  if (distance.isZero())
    state.equate({a.value, 0}, {b.value, 0}, why | distance.why());
  State::Range rise = state.range({a.value, 0}, {b.value, 0});
  if (rise.sign() != 0) {
    // Different values come from different arguments.
    FactSet both = why | rise.whySign();
    long shift = b.argument.offset - a.argument.offset;
    if (distance.most == 0)
      state.add(a.argument.node, b.argument.node, shift - 1,
                both | distance.whyMost);
    if (distance.least == 0)
      state.add(b.argument.node, a.argument.node, -shift - 1,
                both | distance.whyLeast);
  }
  if (rise.isZero())
    if (std::optional<FactSet> injective = injectivity(a))
      state.equate(a.argument, b.argument, why | rise.why() | *injective);
  applyPairFacts(state, a, b, why);
}

void DifferenceBoundSolver::applyPairFacts(State &state, const Call &a,
                                           const Call &b, FactSet why) const {
  for (const ArrayFact &one : a.about->facts) {
    const Fact &fact = *one.fact;
    bool isOfRows = fact.kind == Kind::Sorted || fact.kind == Kind::Unique;
    if (!isUsed(one.bit) || (fact.kind != Kind::Monotonic && !isOfRows) ||
        !isNews(state, a, b, fact))
      continue;
    FactSet because = why | one.bit;
    if (isOfRows) {
      auto shared = shareSegment(state, a, b, *one.second);
      if (!shared)
        continue;
      because |= *shared;
    }
    if (fact.kind != Kind::Unique) {
      applyOrder(state, a, b, fact.strict, because);
      applyOrder(state, b, a, fact.strict, because);
    }
    State::Range rise = state.range({a.value, 0}, {b.value, 0});
    if (isOfRows && rise.isZero() && (fact.kind == Kind::Unique || fact.strict))
      state.equate(a.argument, b.argument, because | rise.why());
  }
}

bool DifferenceBoundSolver::inverts(const ArrayFact &one, const Call &outer,
                                    const Call &inner) const {
  return one.fact->arrays[0] == outer.function && one.second == inner.about;
}

/// p(q(y)) = y.
void DifferenceBoundSolver::applyInverse(State &state, const Call &outer,
                                         const Call &inner) const {
  for (const ArrayFact &one : inverses) {
    if (!isUsed(one.bit) || !inverts(one, outer, inner))
      continue;
    State::Range range = state.range(outer.argument, {inner.value, 0});
    if (range.isZero())
      state.equate({outer.value, 0}, inner.argument,
                   one.bit | range.why() | state.whyActive(outer.value) |
                       state.whyActive(inner.value));
  }
}

void DifferenceBoundSolver::applyRules(State &state) const {
  for (const Rule &rule : rules) {
    FactSet why = rule.why;
    bool holds = isUsed(rule.why);
    for (Node trigger : rule.triggers) {
      holds = holds && state.isActive(trigger);
      why |= state.whyActive(trigger);
    }
    for (const Bound &one : rule.premise) {
      holds = holds && state.bound(one.left, one.right) <= one.bound;
      why |= state.why(one.left, one.right);
    }
    if (!holds)
      continue;
    for (const Bound &one : rule.conclusion) {
      activate(state, one.left, why);
      activate(state, one.right, why);
      state.add(one.left, one.right, one.bound, why);
    }
  }
}

} // namespace sparsec
