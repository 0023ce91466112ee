//===- DifferenceAxioms.cpp - what facts say of differences ---------------===//
///
/// \file
/// The axioms of CallAxioms.cpp as rules on shortest paths, both ways round:
/// `a <= b` gives `f(a) <= f(b)` for a monotone f, and `f(a) < f(b)` gives
/// `a < b`.
///
//===----------------------------------------------------------------------===//

#include "DifferenceFacts.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = Fact::Kind;

long DifferenceFacts::baseOf(const std::string &index) const {
  auto found = facts.find(index);
  if (found == facts.end())
    return 0;
  for (const ArrayFact &one : found->second)
    if (one.fact->kind == Kind::Boundary && one.at && one.upper &&
        one.at->node == 0 && one.at->offset == 0 && one.upper->node == 0)
      return one.upper->offset;
  return 0;
}

bool DifferenceFacts::isInjective(const std::string &function) const {
  auto found = facts.find(function);
  if (found != facts.end())
    for (const ArrayFact &one : found->second)
      if (one.fact->kind == Kind::Injective ||
          one.fact->kind == Kind::Permutation ||
          (one.fact->kind == Kind::Monotonic && one.fact->strict))
        return true;
  // p[q[i]] = i makes q injective.
  return llvm::any_of(program.facts, [&](const Fact &fact) {
    return fact.kind == Kind::Inverse && fact.arrays[1] == function;
  });
}

/// Arrays of which more is known than that equal arguments have equal values.
bool DifferenceFacts::isWorthSplitting(const std::string &function) const {
  auto found = facts.find(function);
  bool isOrdered = found != facts.end() &&
                   llvm::any_of(found->second, [](const ArrayFact &one) {
                     return one.fact->kind == Kind::Monotonic ||
                            one.fact->kind == Kind::Sorted ||
                            one.fact->kind == Kind::Unique;
                   });
  return isOrdered || isInjective(function);
}

void DifferenceFacts::applyFacts(State &state, const Call &call) const {
  auto found = facts.find(call.function);
  if (found == facts.end())
    return;
  for (const ArrayFact &one : found->second) {
    if (one.fact->kind == Kind::Range) {
      if (one.lower) {
        activate(state, one.lower->node);
        add(state, one.lower->node, call.value, -one.lower->offset);
      }
      if (one.upper) {
        activate(state, one.upper->node);
        add(state, call.value, one.upper->node, one.upper->offset - 1);
      }
    }
    if (one.fact->kind == Kind::Boundary && one.at && one.upper) {
      auto [least, most] =
          rangeOf(state, {call.argument, call.offset}, *one.at);
      if (least == 0 && most == 0) {
        activate(state, one.upper->node);
        equate(state, {call.value, 0}, *one.upper);
      }
    }
    if (one.fact->kind == Kind::Triangular)
      applyTriangular(state, call, *one.fact);
  }
}

/// The segment of \p index, index(r) <= p < index(r + 1), that holds the
/// position p of \p call.
std::optional<DifferenceFacts::Segment>
DifferenceFacts::segmentOf(const State &state, const Call &call,
                           const std::string &index) const {
  Place position{call.argument, call.offset + baseOf(index)};
  for (const Call &begin : calls) {
    if (begin.function != index || !isActive(state, begin) ||
        rangeOf(state, position, {begin.value, 0}).first < 0)
      continue;
    for (const Call &end : calls)
      if (end.function == index && isActive(state, end) &&
          end.argument == begin.argument && end.offset == begin.offset + 1 &&
          rangeOf(state, position, {end.value, 0}).second < 0)
        return Segment{begin.argument, begin.offset, begin.value, end.value};
  }
  return std::nullopt;
}

bool DifferenceFacts::shareSegment(const State &state, const Call &a,
                                   const Call &b,
                                   const std::string &index) const {
  std::optional<Segment> first = segmentOf(state, a, index);
  if (!first)
    return false;
  std::optional<Segment> second = segmentOf(state, b, index);
  if (!second)
    return false;
  auto [least, most] = rangeOf(state, {first->row, first->offset},
                               {second->row, second->offset});
  return least == 0 && most == 0;
}

/// For p in row r of a lower triangle col(p) <= r; as CallFacts::triangular,
/// without the room for what is behind p.
void DifferenceFacts::applyTriangular(State &state, const Call &call,
                                      const Fact &fact) const {
  std::optional<Segment> segment = segmentOf(state, call, fact.arrays[1]);
  if (!segment)
    return;
  long gap = fact.strict ? 1 : 0;
  // Columns count from the base too.
  long row = segment->offset + baseOf(fact.arrays[1]);
  if (fact.which == "lower")
    add(state, call.value, segment->row, row - gap);
  else
    add(state, segment->row, call.value, -row - gap);
}

/// Values follow the order of arguments, and arguments that of values.
void DifferenceFacts::applyOrder(State &state, const Call &a, const Call &b,
                                 bool strict) const {
  auto ordered = [&](const Call &low, const Call &high) {
    auto [least, most] = rangeOf(state, {high.argument, high.offset},
                                 {low.argument, low.offset});
    if (least >= 0 && least < unbounded)
      add(state, low.value, high.value, strict ? -least : 0);
    // Values that rise come from arguments that rise.
    if (rangeOf(state, {high.value, 0}, {low.value, 0}).first >= 1)
      add(state, low.argument, high.argument, high.offset - low.offset - 1);
  };
  ordered(a, b);
  ordered(b, a);
}

void DifferenceFacts::applyPair(State &state, const Call &a,
                                const Call &b) const {
  Place first{a.argument, a.offset}, second{b.argument, b.offset};
  auto [least, most] = rangeOf(state, first, second);
  if (least == 0 && most == 0)
    equate(state, {a.value, 0}, {b.value, 0});
  auto [fall, rise] = rangeOf(state, {a.value, 0}, {b.value, 0});
  if (fall > 0 || rise < 0) {
    // Different values come from different arguments.
    if (most == 0)
      add(state, a.argument, b.argument, b.offset - a.offset - 1);
    if (least == 0)
      add(state, b.argument, a.argument, a.offset - b.offset - 1);
  }
  bool isEqual = fall == 0 && rise == 0;
  if (isEqual && isInjective(a.function))
    equate(state, first, second);
  auto found = facts.find(a.function);
  if (found == facts.end())
    return;
  for (const ArrayFact &one : found->second) {
    const Fact &fact = *one.fact;
    if (fact.kind == Kind::Monotonic)
      applyOrder(state, a, b, fact.strict);
    bool isOfRows = fact.kind == Kind::Sorted || fact.kind == Kind::Unique;
    if (!isOfRows || !shareSegment(state, a, b, fact.arrays[1]))
      continue;
    if (fact.kind == Kind::Sorted)
      applyOrder(state, a, b, fact.strict);
    if (isEqual && (fact.kind == Kind::Unique || fact.strict))
      equate(state, first, second);
  }
}

/// p(q(y)) = y.
void DifferenceFacts::applyInverse(State &state, const Call &outer,
                                   const Call &inner) const {
  for (const Fact &fact : program.facts) {
    if (fact.kind != Kind::Inverse || fact.arrays[0] != outer.function ||
        fact.arrays[1] != inner.function)
      continue;
    auto [least, most] =
        rangeOf(state, {outer.argument, outer.offset}, {inner.value, 0});
    if (least == 0 && most == 0)
      equate(state, {outer.value, 0}, {inner.argument, inner.offset});
  }
}

void DifferenceFacts::applyRules(State &state) const {
  for (const Rule &rule : rules) {
    bool isAsked = llvm::all_of(
        rule.triggers, [&](Node trigger) { return state.active[trigger]; });
    bool holds = isAsked && llvm::all_of(rule.premise, [&](const Bound &one) {
                   return at(state, one.left, one.right) <= one.bound;
                 });
    if (!holds)
      continue;
    for (const Bound &one : rule.conclusion) {
      activate(state, one.left);
      activate(state, one.right);
      add(state, one.left, one.right, one.bound);
    }
  }
}

} // namespace sparsec
