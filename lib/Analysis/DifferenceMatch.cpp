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
    bounds.push_back({variableOf(one.left), variableOf(one.right), one.bound,
                      one.constraint});
  for (const auto &[name, sum] : part.sums) {
    sums.push_back({variableOf(name), {}});
    for (const auto &[variable, factor] : sum.factors)
      sums.back().factors.emplace_back(variableOf(variable), factor);
  }
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
  auto argument = call.arguments.size() == 1 ? poly::placeOf(call.arguments[0])
                                             : std::nullopt;
  if (!argument)
    return addOther(name, call);
  Call made{variableOf(name),
            variableOf(argument->variable),
            argument->offset,
            isBounded(variableOf(name)),
            {}};
  for (const DifferenceBoundSolver::Call &other : facts.calls)
    if (other.function == call.function)
      made.others.push_back(&other);
  calls.push_back(std::move(made));
}

void DifferenceMatch::addOther(const std::string &name,
                               const UninterpretedCall &call) {
  if (call.arguments.empty())
    return;
  OtherCall made{variableOf(name), {}, isBounded(variableOf(name)), {}};
  for (const isl::pw_aff &argument : call.arguments) {
    const std::optional<poly::Terms> terms = poly::termsOf(argument);
    if (!terms)
      return;
    made.arguments.push_back({{}, terms->constant});
    for (const auto &[variable, factor] : terms->factors)
      made.arguments.back().first.emplace_back(variableOf(variable), factor);
  }
  for (const DifferenceBoundSolver::OtherCall &other : facts.others)
    if (other.function == call.function &&
        other.arguments.size() == call.arguments.size())
      made.others.push_back(&other);
  otherCalls.push_back(std::move(made));
}

/// Whether a bound of the pattern is about \p value.
bool DifferenceMatch::isBounded(Variable value) const {
  return llvm::any_of(bounds, [&](const Bound &one) {
    return one.left == value || one.right == value;
  });
}

/// Parameters are the same on both sides. Sums are not: `#0 + n` is of a
/// dimension of the set there.
void DifferenceMatch::addParameters(const CallTable &table) {
  auto isSum = [&](Variable variable) {
    return llvm::any_of(sums,
                        [&](const Sum &sum) { return sum.value == variable; });
  };
  for (const auto &[name, variable] : variables)
    if (auto node = facts.nodes.find(name); node != facts.nodes.end() &&
                                            !table.count(name) &&
                                            variable > dims && !isSum(variable))
      given[variable] = {node->second, 0};
}

bool DifferenceMatch::isIn(const State &state) const {
  // What later questions brought in is not known there.
  if (llvm::any_of(given, [&](const auto &value) {
        return value && value->node >= state.size();
      }))
    return false;
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

bool DifferenceMatch::areKnown(const OtherCall &call,
                               const Values &values) const {
  return llvm::all_of(call.arguments, [&](const auto &argument) {
    return llvm::all_of(argument.first, [&](const auto &term) {
      return values[term.first].has_value();
    });
  });
}

/// Whether a sum is 0 everywhere in \p state: what equal variables add may
/// cancel out.
static bool isZero(const DifferencePaths &state,
                   std::map<DifferencePaths::Node, long> terms, long constant) {
  using Place = DifferencePaths::Place;
  terms[0]; // a variable that is a constant is one plus that
  for (auto term = terms.begin(); term != terms.end(); ++term)
    for (auto with = terms.begin(); with != term; ++with) {
      const auto range =
          state.range(Place{term->first, 0}, Place{with->first, 0});
      if (term->second == 0 || range.least != range.most)
        continue;
      constant += term->second * range.least;
      with->second += term->second;
      term->second = 0;
    }
  return constant == 0 && llvm::all_of(terms, [](const auto &term) {
           return term.first == 0 || term.second == 0;
         });
}

/// Whether \p other has the arguments that \p call has for known \p values.
bool DifferenceMatch::areEqual(
    const State &state, const OtherCall &call, const Values &values,
    const DifferenceBoundSolver::OtherCall &other) const {
  for (size_t pos = 0; pos < call.arguments.size(); ++pos) {
    const auto &[wanted, constant] = call.arguments[pos];
    const DifferenceBoundSolver::Sum &found = other.arguments[pos];
    std::map<DifferencePaths::Node, long> terms;
    long rest = constant - found.constant;
    for (const auto &[variable, factor] : wanted) {
      terms[values[variable]->node] += factor;
      rest += factor * values[variable]->offset;
    }
    for (const auto &[node, factor] : found.terms)
      terms[node] -= factor;
    if (!isZero(state, std::move(terms), rest))
      return false;
  }
  return true;
}

/// callsOf of calls whose arguments are sums.
bool DifferenceMatch::othersOf(const State &state, Values &values) const {
  bool grown = false;
  for (const OtherCall &call : otherCalls) {
    if (values[call.value] || !areKnown(call, values))
      continue;
    for (const DifferenceBoundSolver::OtherCall *other : call.others)
      if (state.isActive(other->value) &&
          areEqual(state, call, values, *other)) {
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

/// Sums of known variables are variables of the set, if it speaks of them.
bool DifferenceMatch::sumsOf(const State &state, Values &values) const {
  bool grown = false;
  for (const Sum &sum : sums) {
    if (values[sum.value] || !llvm::all_of(sum.factors, [&](const auto &one) {
          return values[one.first].has_value();
        }))
      continue;
    std::map<std::string, long> factors;
    long constant = 0;
    for (const auto &[variable, factor] : sum.factors) {
      const Place place = *values[variable];
      constant += factor * place.offset;
      // By what it is made of: names of sums in sums would be those of others.
      if (facts.isSum(place.node))
        for (const auto &[node, times] : facts.sums.at(place.node))
          factors[facts.nameOf(node)] += factor * times;
      else if (place.node != 0)
        factors[facts.nameOf(place.node)] += factor;
    }
    std::erase_if(factors, [](const auto &one) { return one.second == 0; });
    auto node = facts.nodes.find(poly::sumVariable(factors));
    if (node == facts.nodes.end() || node->second >= state.size())
      continue;
    values[sum.value] = {node->second, constant};
    grown = true;
  }
  return grown;
}

/// Whether a constraint between known variables holds.
bool DifferenceMatch::holds(const State &state, const Values &values,
                            const Bound &one) const {
  return values[one.left] && values[one.right] &&
         state.range(*values[one.left], *values[one.right]).most <= one.bound;
}

/// Whether the constraints between known variables hold; with \p all, every
/// variable must be known.
bool DifferenceMatch::holds(const State &state, const Values &values,
                            bool all) const {
  return llvm::all_of(bounds, [&](const Bound &one) {
    if (one.constraint == 0)
      return holds(state, values, one) ||
             (!all && (!values[one.left] || !values[one.right]));
    return !all || llvm::any_of(bounds, [&](const Bound &same) {
      return same.constraint == one.constraint && holds(state, values, same);
    });
  });
}

bool DifferenceMatch::complete(const State &state, Values &values) const {
  bool grown = true;
  while (grown) {
    grown = callsOf(state, values);
    grown |= othersOf(state, values);
    grown |= equalitiesOf(values);
    grown |= sumsOf(state, values);
  }
  return !lacksCall(values) && holds(state, values, /*all=*/false);
}

/// Whether the set never makes a call whose argument is known, and whose value
/// the pattern asks for: no further guess helps.
bool DifferenceMatch::lacksCall(const Values &values) const {
  return llvm::any_of(calls,
                      [&](const Call &call) {
                        return call.isBounded && values[call.argument] &&
                               !values[call.value];
                      }) ||
         llvm::any_of(otherCalls, [&](const OtherCall &call) {
           return call.isBounded && !values[call.value] &&
                  areKnown(call, values);
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
      // Later questions bring in more.
      bool isValue =
          candidate.second < state.size() && state.isActive(candidate.second);
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
  std::vector<poly::Differences> parts =
      poly::differencesOf(pattern.points, poly::Sums::All);
  if (llvm::any_of(parts, [](const auto &part) { return !part.isWhole; }))
    parts = poly::differencesOf(pattern.points.detect_equalities(),
                                poly::Sums::All);
  for (const poly::Differences &part : parts) {
    if (!part.isWhole)
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
  return patterns && llvm::all_of(known.parts, [&](const State &part) {
           return finds(part, *patterns, 1);
         });
}

} // namespace sparsec
