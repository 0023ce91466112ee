//===- DifferenceFacts.cpp - facts as difference constraints --------------===//

#include "DifferenceFacts.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = Fact::Kind;

DifferenceFacts::DifferenceFacts(const Program &program, isl::space space,
                                 const CallTable &table,
                                 const std::vector<RuleInstance> &instances)
    : program(program), space(std::move(space)) {
  nodeOf("");
  for (const auto &[name, call] : table)
    addCall(name, call);
  for (const RuleInstance &instance : instances)
    addRule(instance);
  for (const Fact &fact : program.facts)
    addFact(fact);
}

DifferenceFacts::Node DifferenceFacts::nodeOf(const std::string &variable) {
  return nodes.emplace(variable, Node(nodes.size())).first->second;
}

std::optional<DifferenceFacts::Place>
DifferenceFacts::placeOf(const std::optional<isl::pw_aff> &value) {
  if (!value)
    return std::nullopt;
  std::optional<poly::Place> place = poly::placeOf(
      poly::isOnParameters(*value) ? value->insert_domain(space) : *value);
  if (!place) {
    isComplete = false;
    return std::nullopt;
  }
  return Place{nodeOf(place->variable), place->offset};
}

void DifferenceFacts::addCall(const std::string &name,
                              const UninterpretedCall &call) {
  Node value = nodeOf(name);
  if (call.arguments.empty())
    return;
  std::optional<Place> argument;
  if (call.arguments.size() == 1)
    argument = placeOf(call.arguments[0]);
  else
    isComplete = false;
  if (argument)
    calls.push_back({call.function, value, argument->node, argument->offset});
}

void DifferenceFacts::addRule(const RuleInstance &instance) {
  if (instance.premise.is_empty())
    return;
  auto premise = boundsOf(instance.premise);
  auto conclusion = boundsOf(instance.conclusion);
  if (!premise || !conclusion) {
    isComplete = false;
    return;
  }
  Rule rule{{}, std::move(*premise), std::move(*conclusion)};
  for (const std::string &trigger : instance.triggers)
    rule.triggers.push_back(nodeOf(trigger));
  rules.push_back(std::move(rule));
}

void DifferenceFacts::addFact(const Fact &fact) {
  if (fact.arrays.empty() || fact.kind == Kind::Extent ||
      fact.kind == Kind::NoAlias || fact.kind == Kind::Rule)
    return;
  // A bound that is no place (n - 1 is, n + m is not) is one fact less.
  facts[fact.arrays[0]].push_back(
      {&fact, placeOf(fact.lower), placeOf(fact.upper), placeOf(fact.at)});
  // These speak of more than two values at once (a triangle of sorted columns:
  // of the room behind a position).
  if (fact.kind == Kind::RowLength || fact.kind == Kind::Condition ||
      fact.kind == Kind::Triangular)
    isComplete = false;
}

std::vector<DifferenceFacts::Bound>
DifferenceFacts::boundsOf(const poly::Differences &differences) {
  std::vector<Bound> bounds;
  for (const poly::Difference &one : differences.all)
    bounds.push_back({nodeOf(one.left), nodeOf(one.right), one.bound});
  return bounds;
}

std::optional<std::vector<DifferenceFacts::Bound>>
DifferenceFacts::boundsOf(const isl::set &set) {
  std::vector<poly::Differences> parts = poly::differencesOf(set);
  if (parts.size() != 1 || !parts[0].isExact)
    return std::nullopt;
  return boundsOf(parts[0]);
}

void DifferenceFacts::add(State &state, Node left, Node right,
                          long bound) const {
  size_t count = nodes.size();
  if (state.isEmpty || bound >= at(state, left, right))
    return;
  state.grown = true;
  if (bound + at(state, right, left) < 0) {
    state.isEmpty = true;
    return;
  }
  for (Node x = 0; x < count; ++x) {
    long before = at(state, x, left);
    if (before >= unbounded)
      continue;
    for (Node y = 0; y < count; ++y) {
      long after = at(state, right, y);
      if (after < unbounded)
        state.paths[x * count + y] =
            std::min(at(state, x, y), before + bound + after);
    }
  }
}

std::pair<long, long> DifferenceFacts::rangeOf(const State &state, Place x,
                                               Place y) const {
  long shift = x.offset - y.offset;
  long most = at(state, x.node, y.node), least = at(state, y.node, x.node);
  return {least >= unbounded ? -unbounded : shift - least,
          most >= unbounded ? unbounded : shift + most};
}

void DifferenceFacts::equate(State &state, Place a, Place b) const {
  add(state, a.node, b.node, b.offset - a.offset);
  add(state, b.node, a.node, a.offset - b.offset);
}

/// \p value is known to exist, and so do the calls that it depends on.
void DifferenceFacts::activate(State &state, Node value) const {
  if (state.active[value])
    return;
  state.active[value] = state.grown = true;
  for (const Call &call : calls)
    if (call.value == value)
      activate(state, call.argument);
}

bool DifferenceFacts::propagate(State &state) const {
  for (state.grown = true; state.grown && !state.isEmpty;) {
    state.grown = false;
    applyRules(state);
    for (size_t first = 0; first < calls.size() && !state.isEmpty; ++first) {
      if (!isActive(state, calls[first]))
        continue;
      applyFacts(state, calls[first]);
      for (size_t second = 0; second < calls.size(); ++second) {
        if (second == first || !isActive(state, calls[second]))
          continue;
        if (second > first && calls[first].function == calls[second].function)
          applyPair(state, calls[first], calls[second]);
        applyInverse(state, calls[first], calls[second]);
      }
    }
  }
  return !state.isEmpty;
}

bool DifferenceFacts::refute(State state, unsigned depth,
                             unsigned &budget) const {
  if (!propagate(state))
    return true;
  std::optional<std::vector<State>> best;
  for (size_t first = 0; first < calls.size(); ++first)
    for (size_t second = first + 1; second < calls.size(); ++second) {
      const Call &a = calls[first], &b = calls[second];
      if (a.function != b.function || !isActive(state, a) ||
          !isActive(state, b) || !isWorthSplitting(a.function))
        continue;
      auto [least, most] =
          rangeOf(state, {a.argument, a.offset}, {b.argument, b.offset});
      if (most < 0 || least > 0 || least == most || budget == 0)
        continue;
      std::vector<State> cases = survivors(state, a, b, budget);
      if (cases.empty())
        return true;
      if (cases.size() == 1)
        state = std::move(cases[0]);
      else if (!best || cases.size() < best->size())
        best = std::move(cases);
    }
  if (!best || depth == 0)
    return false;
  return llvm::all_of(
      *best, [&](const State &one) { return refute(one, depth - 1, budget); });
}

/// What is left of a < b, a = b and a > b for the arguments.
std::vector<DifferenceFacts::State>
DifferenceFacts::survivors(const State &state, const Call &a, const Call &b,
                           unsigned &budget) const {
  std::vector<State> cases;
  long shift = b.offset - a.offset;
  auto attempt = [&](const std::vector<Bound> &bounds) {
    budget -= budget > 0;
    State one = state;
    for (const Bound &bound : bounds)
      add(one, bound.left, bound.right, bound.bound);
    if (propagate(one))
      cases.push_back(std::move(one));
  };
  attempt({{a.argument, b.argument, shift - 1}});
  attempt({{a.argument, b.argument, shift}, {b.argument, a.argument, -shift}});
  attempt({{b.argument, a.argument, -shift - 1}});
  return cases;
}

DifferenceFacts::Verdict DifferenceFacts::decide(const isl::set &points) {
  std::vector<poly::Differences> parts =
      poly::differencesOf(points.intersect_params(program.context));
  std::vector<std::vector<Bound>> bounds;
  bool isExact = isComplete;
  for (const poly::Differences &part : parts) {
    bounds.push_back(boundsOf(part));
    isExact &= part.isExact;
  }
  for (const std::vector<Bound> &part : bounds) {
    State state;
    state.paths.assign(nodes.size() * nodes.size(), unbounded);
    state.active.assign(nodes.size(), false);
    for (Node node = 0; node < nodes.size(); ++node)
      state.paths[node * nodes.size() + node] = 0;
    for (const Bound &bound : part) {
      activate(state, bound.left);
      activate(state, bound.right);
      add(state, bound.left, bound.right, bound.bound);
    }
    unsigned budget = 300;
    if (!refute(std::move(state), 2, budget))
      return isExact ? Verdict::Possible : Verdict::Unknown;
  }
  return Verdict::Empty;
}

} // namespace sparsec
