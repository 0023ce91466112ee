//===- DifferenceMatch.cpp - one set of points in another -----------------===//
///
/// \file
/// Containment of relations whose inner iterators have nothing to do with each
/// other: { i -> j : exists p ... } in { i -> j : exists k, l ... }. A point of
/// the pattern is built from the variables of the set: dimensions are guessed,
/// calls and equal variables follow. A guess is right when the shortest paths
/// of the set imply all constraints.
///
//===----------------------------------------------------------------------===//

#include "DifferenceMatch.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// Guesses for one containment; past it the answer is no.
static constexpr unsigned guessLimit = 300;

DifferenceMatch::DifferenceMatch(const DifferenceBoundSolver &facts,
                                 const CallTable &table,
                                 const poly::Differences &part, unsigned dims)
    : facts(facts), dims(dims) {
  variableOf("");
  for (unsigned dim = 0; dim < dims; ++dim)
    variableOf(poly::dimensionVariable(dim));
  for (const poly::Difference &one : part.all)
    bounds.push_back({variableOf(one.left), variableOf(one.right), one.bound});
  for (const auto &[name, call] : table)
    addCall(name, call);
  // x - y <= c and y - x <= -c.
  for (const Bound &upper : bounds)
    for (const Bound &lower : bounds)
      if (upper.left >= 1 && upper.left <= dims && upper.left == lower.right &&
          upper.right == lower.left && upper.bound == -lower.bound)
        equalities.push_back(upper);
  given.resize(variables.size());
  given[0] = Place();
  addParameters(table);
}

DifferenceMatch::Variable DifferenceMatch::variableOf(const std::string &name) {
  return variables.emplace(name, Variable(variables.size())).first->second;
}

void DifferenceMatch::addCall(const std::string &name,
                              const UninterpretedCall &call) {
  if (call.arguments.size() != 1)
    return;
  auto argument = poly::placeOf(call.arguments[0]);
  if (!argument)
    return;
  Call made{variableOf(name),
            variableOf(argument->variable),
            argument->offset,
            false,
            {}};
  made.isBounded = llvm::any_of(bounds, [&](const Bound &one) {
    return one.left == made.value || one.right == made.value;
  });
  for (const DifferenceBoundSolver::Call &other : facts.calls)
    if (other.function == call.function)
      made.others.push_back(&other);
  calls.push_back(std::move(made));
}

/// Parameters are the same on both sides.
void DifferenceMatch::addParameters(const CallTable &table) {
  for (const auto &[name, variable] : variables)
    if (auto node = facts.nodes.find(name);
        node != facts.nodes.end() && !table.count(name) && variable > dims)
      given[variable] = {node->second, 0};
}

bool DifferenceMatch::isIn(const State &state) const {
  unsigned budget = guessLimit;
  return search(state, given, budget);
}

/// Calls with a known argument are calls of the set, if it makes them.
bool DifferenceMatch::callsOf(const State &state, Values &values) const {
  bool grown = false;
  for (const Call &call : calls) {
    if (!values[call.argument] || values[call.value])
      continue;
    Place place = *values[call.argument];
    place.offset += call.offset;
    for (const DifferenceBoundSolver::Call *other : call.others)
      if (state.isActive(other->value) &&
          state.range(place, other->argument).isZero()) {
        values[call.value] = {other->value, 0};
        grown = true;
        break;
      }
  }
  return grown;
}

/// Dimensions that equal known variables. The value of a call is not ours to
/// choose.
bool DifferenceMatch::equalitiesOf(Values &values) const {
  bool grown = false;
  for (const Bound &one : equalities) {
    if (!values[one.right] || values[one.left])
      continue;
    Place place = *values[one.right];
    place.offset += one.bound;
    values[one.left] = place;
    grown = true;
  }
  return grown;
}

/// Whether the constraints between known variables hold; with \p all, every
/// variable must be known.
bool DifferenceMatch::holds(const State &state, const Values &values,
                            bool all) const {
  return llvm::all_of(bounds, [&](const Bound &one) {
    if (!values[one.left] || !values[one.right])
      return !all;
    return state.range(*values[one.left], *values[one.right]).most <= one.bound;
  });
}

bool DifferenceMatch::complete(const State &state, Values &values) const {
  bool grown = true;
  while (grown) {
    grown = callsOf(state, values);
    grown |= equalitiesOf(values);
  }
  return !lacksCall(values) && holds(state, values, /*all=*/false);
}

/// Whether the set never makes a call whose argument is known, and whose value
/// the pattern asks for: no further guess helps.
bool DifferenceMatch::lacksCall(const Values &values) const {
  return llvm::any_of(calls, [&](const Call &call) {
    return call.isBounded && values[call.argument] && !values[call.value];
  });
}

bool DifferenceMatch::search(const State &state, Values values,
                             unsigned &budget) const {
  if (budget == 0 || !complete(state, values))
    return false;
  --budget;
  for (unsigned dim = 0; dim < dims; ++dim) {
    Variable variable = variableOf(dim);
    if (values[variable])
      continue;
    return llvm::any_of(facts.nodes, [&](const auto &candidate) {
      bool isValue = state.isActive(candidate.second);
      if (!isValue || candidate.first.empty())
        return false;
      Values more = values;
      more[variable] = {candidate.second, 0};
      return search(state, std::move(more), budget);
    });
  }
  return holds(state, values, /*all=*/true);
}

bool DifferenceBoundSolver::finds(State state,
                                  const std::vector<DifferenceMatch> &patterns,
                                  unsigned depth) const {
  Search search{300};
  propagate(state);
  std::optional<Cases> best = narrow(state, search);
  bool isFound = state.isEmpty() ||
                 llvm::any_of(patterns, [&](const DifferenceMatch &one) {
                   return one.isIn(state);
                 });
  if (isFound || !best || depth == 0)
    return isFound;
  return llvm::all_of(best->left, [&](const State &one) {
    return finds(one, patterns, depth - 1);
  });
}

/// A place, or for loops that count down the place of the negated value.
static std::optional<std::pair<poly::Place, bool>>
signedPlaceOf(const isl::pw_aff &value) {
  if (auto place = poly::placeOf(value))
    return std::pair(*place, false);
  if (auto place = poly::placeOf(value.neg()))
    return std::pair(*place, true);
  return std::nullopt;
}

/// The conjunctions of \p pattern; nothing where a value that has to be the
/// same is no place.
std::optional<std::vector<DifferenceMatch>>
DifferenceBoundSolver::matchesOf(const Pattern &pattern) const {
  std::vector<DifferenceMatch> patterns;
  for (const poly::Differences &part : poly::differencesOf(pattern.points)) {
    if (!part.isExact)
      continue;
    DifferenceMatch match(*this, pattern.calls, part,
                          unsigned(pattern.points.tuple_dim()));
    for (const auto &[wanted, value] : pattern.same) {
      auto left = signedPlaceOf(wanted), right = signedPlaceOf(value);
      auto dim = left ? poly::dimensionOf(left->first.variable) : std::nullopt;
      if (!dim || !right || left->second != right->second)
        return std::nullopt;
      auto node = nodes.find(right->first.variable);
      if (node == nodes.end())
        return std::nullopt;
      match.fix(*dim, {node->second, right->first.offset - left->first.offset});
    }
    patterns.push_back(std::move(match));
  }
  return patterns;
}

bool DifferenceBoundSolver::contains(const isl::set &points,
                                     const Pattern &pattern) {
  Question question = questionOf(points);
  for (const auto &[wanted, value] : pattern.same)
    if (auto place = signedPlaceOf(value))
      nodeOf(place->first.variable);
  auto patterns = matchesOf(pattern);
  return patterns && llvm::all_of(question.parts, [&](const Part &part) {
           return finds(stateOf(part), *patterns, 1);
         });
}

bool DifferenceBoundSolver::contains(const Known &known,
                                     const Pattern &pattern) const {
  auto patterns = matchesOf(pattern);
  if (known.nodes != nodes.size())
    return false;
  return patterns && llvm::all_of(known.parts, [&](const State &part) {
           return finds(part, *patterns, 1);
         });
}

isl::set DifferenceBoundSolver::withEqual(const isl::set &points, unsigned dim,
                                          Node other, long offset) const {
  auto found = llvm::find_if(
      nodes, [&](const auto &entry) { return entry.second == other; });
  const std::string &name = found->first;
  isl::pw_aff value = poly::constant(space, 0);
  for (unsigned pos = 0; pos < unsigned(points.tuple_dim()); ++pos)
    if (name == poly::dimensionVariable(pos))
      value = poly::dimension(space, pos);
  if (!name.empty() && name[0] != '#')
    value = poly::parameter(space, name);
  return points.intersect(
      poly::dimension(space, dim).eq_set(value.add_constant(offset)));
}

/// What is known of each part of \p question that may hold a point.
std::vector<DifferenceBoundSolver::State>
DifferenceBoundSolver::statesOf(const Question &question) const {
  std::vector<State> states;
  for (const Part &part : question.parts) {
    Search search{300};
    State state = stateOf(part);
    propagate(state);
    narrow(state, search);
    if (!state.isEmpty())
      states.push_back(std::move(state));
  }
  return states;
}

/// Adds dim = x + c where all parts of \p points imply it.
isl::set DifferenceBoundSolver::withEqualities(isl::set points) {
  std::vector<State> states = statesOf(questionOf(points));
  if (states.empty())
    return points;
  for (unsigned dim = 0; dim < unsigned(points.tuple_dim()); ++dim) {
    Node node = nodes.at(poly::dimensionVariable(dim));
    for (Node other = 0; other < nodes.size(); ++other) {
      auto isAt = [&](const State &state, long offset) {
        State::Range range = state.range({node, 0}, {other, 0});
        return range.least == offset && range.most == offset;
      };
      long offset = states[0].range({node, 0}, {other, 0}).least;
      if (other != node && llvm::all_of(states, [&](const State &state) {
            return isAt(state, offset);
          }))
        points = withEqual(points, dim, other, offset);
    }
  }
  return points;
}

/// Whether \p value is \p on or a call whose argument involves it.
bool DifferenceBoundSolver::dependsOn(Node value, Node on) const {
  if (value == on)
    return true;
  return llvm::any_of(calls, [&](const Call &call) {
    return call.value == value && dependsOn(call.argument.node, on);
  });
}

/// \p points with a certain value of \p dim, where each point stays one when
/// \p dim takes that value.
isl::set DifferenceBoundSolver::keepRepresentative(const isl::set &points,
                                                   const CallTable &table,
                                                   unsigned dim) {
  std::vector<State> states = statesOf(questionOf(points));
  std::vector<poly::Differences> parts = poly::differencesOf(points);
  unsigned dims = unsigned(points.tuple_dim());
  Node node = nodes.at(poly::dimensionVariable(dim));
  std::vector<DifferenceMatch> patterns;
  for (const poly::Differences &part : parts) {
    if (!part.isExact)
      continue;
    patterns.emplace_back(*this, table, part, dims);
    for (unsigned other = 0; other < dims; ++other)
      patterns.back().fix(other, {nodes.at(poly::dimensionVariable(other)), 0});
  }
  auto stays = [&](Node value) {
    for (DifferenceMatch &one : patterns)
      one.fix(dim, {value, 0});
    return llvm::all_of(states, [&](const State &state) {
      return state.isActive(value) &&
             llvm::any_of(patterns, [&](const DifferenceMatch &one) {
               return one.isIn(state);
             });
    });
  };
  for (const auto &[name, value] : nodes)
    if (!name.empty() && !dependsOn(value, node) && stays(value))
      return withEqual(points, dim, value, 0);
  return points;
}

isl::set
DifferenceBoundSolver::representatives(isl::set points, const CallTable &table,
                                       const std::vector<bool> &fixed) {
  points = withEqualities(std::move(points));
  for (unsigned dim = 0; dim < fixed.size(); ++dim)
    if (!fixed[dim])
      points = keepRepresentative(points, table, dim);
  return points;
}

} // namespace sparsec
