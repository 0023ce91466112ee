//===- UninterpretedFunctionSolver.cpp - calls and their facts ------------===//
///
/// \file
/// Bringing calls over to one space, and the question whether a set is empty:
/// first what follows without case distinction (CallAxioms.cpp), then cases
/// (CallCases.cpp).
///
//===----------------------------------------------------------------------===//

#include "UninterpretedFunctionSolver.h"

#include "Record.h"

#include "sparsec/IR/Mentioned.h"
#include "sparsec/Poly/Meet.h"

namespace sparsec {

UninterpretedFunctionSolver::UninterpretedFunctionSolver(const Program &program,
                                                         isl::space space)
    : program(program), domain(std::move(space)) {
  addProgramCalls();
}

isl::pw_aff
UninterpretedFunctionSolver::Import::value(const isl::pw_aff &old) const {
  return poly::pullBack(old, toOld, names);
}

isl::set UninterpretedFunctionSolver::Import::set(const isl::set &old) const {
  return poly::pullBack(old, toOld, names);
}

isl::pw_multi_aff
UninterpretedFunctionSolver::Import::map(const isl::pw_multi_aff &old) const {
  std::vector<isl::pw_aff> values;
  for (unsigned pos = 0; pos < old.size(); ++pos)
    values.push_back(value(old.at(int(pos))));
  return poly::makeMap(toOld.space().domain(), old.range_tuple_id().name(),
                       values);
}

UninterpretedFunctionSolver::Import
UninterpretedFunctionSolver::import(const CallTable &calls,
                                    const isl::pw_multi_aff &toOld) {
  differences.reset();
  compared.reset();
  Import result(toOld);
  const isl::set all = isl::set::universe(domain);
  auto bring = [&](auto &self, const std::string &name) -> void {
    if (result.names.count(name))
      return;
    UninterpretedCall call = calls.at(name);
    for (const std::string &nested : nestedCalls(call, calls))
      self(self, nested);
    for (isl::pw_aff &argument : call.arguments)
      argument = result.value(argument);
    // A call without arguments stands for an unknown value of each instance.
    auto isSame = [&](const UninterpretedCall &other) {
      if (other.function != call.function || call.arguments.empty() ||
          other.arguments.size() != call.arguments.size())
        return false;
      for (size_t pos = 0; pos < call.arguments.size(); ++pos) {
        const isl::pw_aff &own = call.arguments[pos];
        // A rule's may have the parameters in another order.
        if (!other.arguments[pos].plain_is_equal(own) &&
            !(isInstantiating && poly::equalOn(other.arguments[pos], own, all)))
          return false;
      }
      return true;
    };
    for (const auto &[known, other] : table)
      if (isSame(other)) {
        result.names[name] = known;
        return;
      }
    // Rules add calls of their own: names of others do not depend on them.
    std::string fresh = (isInstantiating ? "rule:" : "") + name;
    while (table.count(fresh))
      fresh += "'";
    table.emplace(fresh, std::move(call));
    result.names[name] = fresh;
  };
  for (const auto &entry : calls)
    bring(bring, entry.first);
  if (!isInstantiating)
    instantiateRules();
  return result;
}

/// Calls with parameter arguments, `index(n)`, occur in bounds of facts; the
/// ends that a Boundary fact names anchor monotone arrays.
void UninterpretedFunctionSolver::addProgramCalls() {
  for (const auto &[name, call] : program.calls) {
    UninterpretedCall brought = call;
    for (isl::pw_aff &argument : brought.arguments)
      argument = here(argument);
    table.emplace(name, std::move(brought));
  }
}

isl::pw_aff
UninterpretedFunctionSolver::here(const isl::pw_aff &onParameters) const {
  return poly::isOnParameters(onParameters) ? onParameters.insert_domain(domain)
                                            : onParameters;
}

UninterpretedFunctionSolver::Values &
UninterpretedFunctionSolver::values() const {
  if (!compared) {
    isl::space all = domain;
    auto add = [&](const std::string &name) {
      all = all.add_param(poly::makeId(all.ctx(), name));
    };
    for (const Parameter &parameter : program.parameters)
      add(parameter.name);
    for (const auto &entry : table)
      add(entry.first);
    compared = std::make_shared<Values>(domain, all);
  }
  return *compared;
}

isl::pw_aff
UninterpretedFunctionSolver::valueOf(const std::string &call) const {
  isl::pw_aff &value = values().calls[call];
  if (value.is_null())
    value = poly::parameter(domain, call);
  return value;
}

isl::pw_aff
UninterpretedFunctionSolver::argument(const std::string &call) const {
  return table.at(call).arguments[0];
}

/// Adds the ranges of the calls that \p points mention, which become \p used.
/// Ranges may bring in further calls, `index(n)`.
void UninterpretedFunctionSolver::addRanges(
    SampledSet &points, std::vector<std::string> &used) const {
  size_t old = used.size();
  // All at once: isl looks at each disjunct of the points for every constraint.
  isl::set known = isl::set::universe(domain);
  auto use = [&](const std::string &name) {
    if (llvm::is_contained(used, name))
      return;
    used.push_back(name);
    known = poly::meet(known, rangeOf(name));
  };
  for (size_t before = ~size_t{0}; before != used.size();) {
    before = used.size();
    for (const auto &[name, call] : table) {
      if (llvm::is_contained(used, name) ||
          !(poly::involvesParam(points.set(), name) ||
            poly::involvesParam(known, name)))
        continue;
      use(name);
      for (const std::string &nested : nestedCalls(call, table))
        use(nested);
    }
  }
  if (used.size() == old)
    return;
  points.intersect(known);
  for (size_t next = old; next < used.size(); ++next)
    addBoundary(points, used[next]);
}

/// `{ : }` what is known of the parameters that \p points and the calls over
/// them mention. Calls of the program are asked for only where points do.
isl::set UninterpretedFunctionSolver::contextFor(const isl::set &points) const {
  CallTable own = table;
  for (const auto &entry : program.calls)
    if (!poly::involvesParam(points, entry.first))
      own.erase(entry.first);
  return contextOf(program, mentionedParameters(program, points, own));
}

/// \p points within what is known of the parameters, before anything follows.
UninterpretedFunctionSolver::State
UninterpretedFunctionSolver::plainState(const isl::set &points) const {
  return {{poly::meetParams(points, contextFor(points)), values().compared},
          {},
          {}};
}

UninterpretedFunctionSolver::State
UninterpretedFunctionSolver::start(isl::set points) const {
  State state = plainState(points);
  complete(state);
  return state;
}

/// Adds what rules, ends and ranges say of the calls that the points mention,
/// and pairs of those that were not there before.
void UninterpretedFunctionSolver::complete(State &state) const {
  std::vector<std::string> &used = state.used;
  const size_t old = used.size();
  for (const std::string &name : used)
    addBoundary(state.points, name);
  // Rules and ends may bring in calls, too.
  for (size_t before = ~size_t{0}; before != used.size();) {
    before = used.size();
    applyRules(state.points);
    addRanges(state.points, used);
  }
  for (size_t i = 0; i < used.size(); ++i)
    for (size_t j = std::max(i + 1, old); j < used.size(); ++j)
      if (table.at(used[i]).function == table.at(used[j]).function &&
          !table.at(used[i]).arguments.empty() &&
          // Loops may see rows in what facts see as one.
          table.at(used[i]).arguments.size() ==
              table.at(used[j]).arguments.size())
        state.pairs.push_back({used[i], used[j], orderOf(used[i], used[j])});
}

/// How the arguments of two calls compare, as far as constants say it.
UninterpretedFunctionSolver::Order
UninterpretedFunctionSolver::orderOf(const std::string &first,
                                     const std::string &second) const {
  if (table.at(first).arguments.size() != 1)
    return {};
  const isl::pw_aff distance = argument(first).sub(argument(second)).coalesce();
  if (!poly::isConstant(distance))
    return {};
  std::optional<long> value = poly::constantValue(distance);
  return value ? Order{*value < 0, *value == 0, *value > 0} : Order();
}

isl::set UninterpretedFunctionSolver::withRanges(isl::set points) const {
  isl::set known = isl::set::universe(domain);
  for (const auto &entry : table)
    known = poly::meet(known, rangeOf(entry.first));
  SampledSet result(poly::meet(points, known), values().compared);
  for (const auto &entry : table)
    addBoundary(result, entry.first);
  return result.set();
}

isl::set UninterpretedFunctionSolver::refine(isl::set points) const {
  State state = start(std::move(points));
  propagate(state);
  return state.points.set();
}

UninterpretedFunctionSolver
UninterpretedFunctionSolver::under(const Program &other) const {
  UninterpretedFunctionSolver result(other, domain);
  result.table = table;
  result.madeByRules = madeByRules;
  result.instantiateRules();
  return result;
}

bool UninterpretedFunctionSolver::provesEmpty(isl::set points) const {
  bool isEmpty = decideEmpty(points);
  if (isEmpty && record)
    record->isProved(*this, points);
  return isEmpty;
}

DifferenceBoundSolver &UninterpretedFunctionSolver::differenceSolver() const {
  if (!differences)
    differences =
        std::make_shared<DifferenceBoundSolver>(program, domain, table, rules);
  return *differences;
}

std::optional<std::vector<std::string>>
UninterpretedFunctionSolver::differenceWitnesses(const isl::set &points) const {
  return differenceSolver().witnesses(points);
}

bool UninterpretedFunctionSolver::decideEmpty(isl::set points) const {
  using Verdict = DifferenceBoundSolver::Verdict;
  if (llvm::none_of(program.facts, [](const Fact &fact) {
        return fact.kind == Fact::Kind::Order;
      })) {
    const Verdict verdict = differenceSolver().decide(points);
    if (verdict != Verdict::Unknown)
      return verdict == Verdict::Empty;
    State state = plainState(points);
    if (state.points.isEmpty())
      return true;
    // Most questions that are answered by no have an example close by.
    if (findsModel(state))
      return false;
    complete(state);
    return !propagate(state) || isContradiction(state);
  }
  DifferenceBoundSolver::Known known = differenceSolver().knownOf(points);
  if (known.parts.empty())
    return true;
  std::optional<State> state;
  if (!known.isExact) {
    state = stateOf(points);
    if (!state || isContradiction(*state))
      return true;
  }
  return excludedByOrders(points, std::move(known), std::move(state));
}

/// What follows from \p points without a look at cases; nothing where that is
/// a contradiction.
std::optional<UninterpretedFunctionSolver::State>
UninterpretedFunctionSolver::stateOf(isl::set points) const {
  State state = plainState(points);
  if (state.points.isEmpty())
    return std::nullopt;
  complete(state);
  if (!propagate(state))
    return std::nullopt;
  return state;
}

} // namespace sparsec
