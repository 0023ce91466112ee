//===- DifferenceSearch.cpp - proofs with difference constraints ----------===//
///
/// \file
/// What the facts say of a question, round by round until nothing is new, and
/// by cases: the arguments of two calls are in order, equal, or in the other
/// order.
///
//===----------------------------------------------------------------------===//

#include "DifferenceBoundSolver.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// \p value is known to exist, and so do the calls that it depends on.
void DifferenceBoundSolver::activate(State &state, Node value,
                                     FactSet why) const {
  if (state.isActive(value))
    return;
  state.activate(value, why);
  for (const Call &call : calls)
    if (call.value == value)
      activate(state, call.argument.node, why);
}

/// More than any proof in recipes/ takes.
static constexpr unsigned mostRounds = 100;
/// Of case distinctions, and how many lie in each other.
static constexpr unsigned searchBudget = 300, searchDepth = 2;

/// The greatest whole number that is not above \p value / \p factor.
static long floorOf(long value, long factor) {
  return value >= 0 ? value / factor : -((-value + factor - 1) / factor);
}

/// What is known of variables holds for their multiples, and what is known of
/// sums for the variables in which they differ: where 2 * n is not less than
/// u + n, n is not less than u.
void DifferenceBoundSolver::applyMultiples(State &state) const {
  auto isKnown = [&](long bound, long factor) {
    return bound < State::unbounded / factor &&
           bound > -State::unbounded / factor;
  };
  for (const Multiple &one : multiples) {
    // Later questions bring in more.
    if (std::max({one.left, one.right, one.a, one.b}) >= state.size())
      continue;
    const long bound = state.bound(one.a, one.b);
    if (isKnown(bound, one.factor) &&
        bound * one.factor < state.bound(one.left, one.right))
      state.add(one.left, one.right, bound * one.factor,
                state.why(one.a, one.b));
    const long ofSums = state.bound(one.left, one.right);
    if (isKnown(ofSums, 1) &&
        floorOf(ofSums, one.factor) < state.bound(one.a, one.b))
      state.add(one.a, one.b, floorOf(ofSums, one.factor),
                state.why(one.left, one.right));
  }
}

bool DifferenceBoundSolver::propagate(State &state) const {
  // Bounds may fall for ever, as with f(x) < x where x = f(y) and y = f(x).
  for (unsigned rounds = 0; rounds < mostRounds && !state.isEmpty(); ++rounds) {
    if (!state.beginRound())
      break;
    applyRules(state);
    applyMultiples(state);
    for (const Call &call : calls)
      if (isActive(state, call) && !state.isEmpty())
        applyAxioms(state, call);
  }
  return !state.isEmpty();
}

/// Those of \p call, alone and with others, that have news to work on.
void DifferenceBoundSolver::applyAxioms(State &state, const Call &call) const {
  auto isNews = [&](const Call &other) {
    return isActive(state, other) && state.isNews(call.asked, other.asked);
  };
  if (isNews(call))
    applyFacts(state, call);
  for (size_t other : call.pairs)
    if (isNews(calls[other]))
      applyPair(state, call, calls[other]);
  for (size_t other : call.inverted)
    if (isNews(calls[other]))
      applyInverse(state, call, calls[other]);
}

/// Whether nothing tells the order of the arguments of \p a and \p b, and it
/// says something of the values.
bool DifferenceBoundSolver::isOpen(const State &state, const Call &a,
                                   const Call &b) const {
  if (!isActive(state, a) || !isActive(state, b) || !isWorthSplitting(a))
    return false;
  State::Range range = state.range(a.argument, b.argument);
  return range.sign() == 0 && !range.isZero();
}

/// a < b, a = b and a > b for the arguments.
std::array<DifferenceBoundSolver::Part, 3>
DifferenceBoundSolver::orders(const Call &a, const Call &b) {
  Node x = a.argument.node, y = b.argument.node;
  long shift = b.argument.offset - a.argument.offset;
  return {Part{{x, y, shift - 1}}, Part{{x, y, shift}, {y, x, -shift}},
          Part{{y, x, -shift - 1}}};
}

/// \p state with \p bounds and what follows.
DifferenceBoundSolver::State
DifferenceBoundSolver::with(State state, const Part &bounds) const {
  for (const Bound &bound : bounds)
    state.add(bound.left, bound.right, bound.bound, 0);
  propagate(state);
  return state;
}

/// Gives the arguments of \p a and \p b one of the orders that they can have:
/// equal ones last, as most follows from these.
bool DifferenceBoundSolver::decideOrder(State &state, const Call &a,
                                        const Call &b) const {
  const std::array<Part, 3> all = orders(a, b);
  for (size_t order : {0, 2, 1})
    if (State one = with(state, all[order]); !one.isEmpty()) {
      state = std::move(one);
      return true;
    }
  return false;
}

bool DifferenceBoundSolver::hasModel(State state) const {
  for (bool grown = true; grown;) {
    grown = false;
    for (const Call &a : calls)
      for (size_t other : a.pairs) {
        if (!isOpen(state, a, calls[other]))
          continue;
        if (!decideOrder(state, a, calls[other]))
          return false;
        grown = true;
      }
  }
  return true;
}

bool DifferenceBoundSolver::refute(State &state, unsigned depth,
                                   Search &search) const {
  if (propagate(state) && !search.keepsState && hasModel(state))
    return false;
  std::optional<Cases> best = narrow(state, search);
  if (state.isEmpty()) {
    search.why |= state.conflict();
    return true;
  }
  if (!best || depth == 0 || (search.keepsState && hasModel(state)))
    return false;
  search.keepsState = false;
  search.why |= best->why;
  return llvm::all_of(
      best->left, [&](State &one) { return refute(one, depth - 1, search); });
}

std::optional<DifferenceBoundSolver::Cases>
DifferenceBoundSolver::narrow(State &state, Search &search) const {
  std::optional<Cases> best;
  for (size_t first = 0; first < calls.size(); ++first)
    for (size_t second : calls[first].pairs) {
      const Call &a = calls[first], &b = calls[second];
      if (state.isEmpty() || search.budget == 0 || !isOpen(state, a, b))
        continue;
      Cases split = cases(state, a, b, search);
      if (split.left.empty()) {
        state.fail(split.why);
      } else if (split.left.size() == 1) {
        state = std::move(split.left[0]);
        state.rely(split.why);
      } else if (!best || split.left.size() < best->left.size()) {
        best = std::move(split);
      }
    }
  return state.isEmpty() ? std::nullopt : std::move(best);
}

/// What is left of a < b, a = b and a > b for the arguments.
DifferenceBoundSolver::Cases
DifferenceBoundSolver::cases(const State &state, const Call &a, const Call &b,
                             Search &search) const {
  Cases result;
  for (const Part &order : orders(a, b)) {
    search.budget -= search.budget > 0;
    State one = with(state, order);
    if (one.isEmpty())
      result.why |= one.conflict();
    else
      result.left.push_back(std::move(one));
  }
  return result;
}

DifferenceBoundSolver::State
DifferenceBoundSolver::stateOf(const Part &part) const {
  State state{Node(nodes.size())};
  for (const Bound &bound : part) {
    activate(state, bound.left, 0);
    activate(state, bound.right, 0);
    state.add(bound.left, bound.right, bound.bound, 0);
  }
  return state;
}

std::optional<FactSet>
DifferenceBoundSolver::refute(const Question &question) const {
  FactSet why = 0;
  for (const Part &part : question.parts) {
    Search search{searchBudget};
    State state = stateOf(part);
    if (!refute(state, searchDepth, search))
      return std::nullopt;
    why |= search.why;
  }
  return why;
}

DifferenceBoundSolver::Known
DifferenceBoundSolver::knownOf(const isl::set &points) {
  Question question = questionOf(points);
  Known known{{}, question.isExact};
  for (const Part &part : question.parts) {
    Search search{searchBudget, /*keepsState=*/true};
    State state = stateOf(part);
    if (!refute(state, searchDepth, search))
      known.parts.push_back(std::move(state));
  }
  return known;
}

DifferenceBoundSolver::Known
DifferenceBoundSolver::with(const Known &known, Place a, Place b, long bound) {
  Known result{{}, known.isExact};
  for (State part : known.parts) {
    part.activate(a.node, 0);
    part.activate(b.node, 0);
    part.add(a.node, b.node, b.offset - a.offset + bound, 0);
    if (!part.isEmpty())
      result.parts.push_back(std::move(part));
  }
  return result;
}

bool DifferenceBoundSolver::isRefuted(const Known &known) const {
  return llvm::all_of(known.parts, [&](State part) {
    Search search{searchBudget};
    return refute(part, searchDepth, search);
  });
}

const DifferenceBoundSolver::Segment *
DifferenceBoundSolver::segmentOf(const Known &known, Place position,
                                 const std::string &index) const {
  auto made = arrays.find(index);
  if (made == arrays.end())
    return nullptr;
  const std::vector<Segment> &all = made->second.segments;
  auto found = llvm::find_if(all, [&](const Segment &segment) {
    return llvm::all_of(known.parts, [&](const State &part) {
      return part.range(position, {segment.begin, 0}).least >= 0 &&
             part.range(position, {segment.end, 0}).most < 0;
    });
  });
  return found == all.end() ? nullptr : &*found;
}

DifferenceBoundSolver::Verdict
DifferenceBoundSolver::decide(const isl::set &points) {
  Question question = questionOf(points);
  if (refute(question))
    return Verdict::Empty;
  return question.isExact ? Verdict::Possible : Verdict::Unknown;
}

std::optional<std::vector<std::string>>
DifferenceBoundSolver::witnesses(const isl::set &points) {
  Question question = questionOf(points);
  std::optional<FactSet> needed = refute(question);
  if (!needed)
    return std::nullopt;
  std::vector<std::string> names;
  for (size_t number = 0; number < texts.size(); ++number) {
    FactSet bit = FactSet(1) << std::min<size_t>(number, 63);
    if (!(*needed & bit))
      continue;
    // With the facts of the proof alone, less this one.
    ignored = ~*needed | bit;
    if (std::optional<FactSet> fewer = refute(question))
      needed = fewer;
    else
      names.push_back(texts[number]);
  }
  ignored = 0;
  return names;
}

} // namespace sparsec
