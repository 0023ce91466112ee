//===- CallCases.cpp - how the arguments of calls may compare -------------===//
///
/// \file
/// The search for a contradiction by cases a < b, a = b, a > b for the
/// arguments of two calls of one function, and for a point that shows that
/// there is none.
///
//===----------------------------------------------------------------------===//

#include "UninterpretedFunctionSolver.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// The search that needs no differences.
bool UninterpretedFunctionSolver::isContradiction(const State &state) const {
  unsigned budget = caseLimit;
  return refuteByCases(state, budget);
}

/// Whether one of the points that are known stays when all that follows is
/// added: it lies in one of any cases, so these are not all contradictory.
bool UninterpretedFunctionSolver::hasModel(const State &state) const {
  return llvm::any_of(state.points.samples(), [&](const SampledSet &sample) {
    State one{sample, state.pairs, state.used};
    return propagate(one);
  });
}

/// Whether \p sample, a point of \p state, stays when all that follows from it
/// alone is added.
bool UninterpretedFunctionSolver::isModel(const State &state,
                                          const SampledSet &sample) const {
  State one{sample, state.pairs, state.used};
  complete(one);
  return propagate(one);
}

/// Whether one of the points is found that stays when all that follows is
/// added: by going into the case of a point wherever cases differ, and on to
/// another one of that case where what follows excludes it.
bool UninterpretedFunctionSolver::findsModel(const State &state) const {
  State one{state.points.oneCase(), state.pairs, state.used};
  complete(one);
  for (unsigned round = 0; round < 2; ++round)
    if (!addAll(one))
      return false;
  return llvm::any_of(
      state.points.samplesOf(one.points),
      [&](const SampledSet &sample) { return isModel(state, sample); });
}

/// Whether every case is contradictory. The order of pairs stays as given;
/// pairs that are decided are skipped.
bool UninterpretedFunctionSolver::refuteByCases(State state,
                                                unsigned &budget) const {
  if (hasModel(state))
    return false;
  for (size_t pair = 0; pair < state.pairs.size(); ++pair) {
    if (state.pairs[pair].order.isDecided())
      continue;
    for (State &one : split(state, pair)) {
      if (budget == 0)
        return false;
      --budget;
      if (propagate(one) && !refuteByCases(std::move(one), budget))
        return false;
    }
    return true;
  }
  return false;
}

std::vector<UninterpretedFunctionSolver::State>
UninterpretedFunctionSolver::split(const State &state, size_t position) const {
  std::vector<State> cases;
  const Pair &pair = state.pairs[position];
  auto add = [&](const auto &points, Order order) {
    State one = state;
    one.points.intersect(points);
    one.pairs[position].order = order;
    cases.push_back(std::move(one));
  };
  const UninterpretedCall &call = table.at(pair.first);
  if (call.arguments.size() == 1) {
    isl::pw_aff a = argument(pair.first), b = argument(pair.second);
    if (pair.order.equal)
      add(equal(a, b), {false, true, false});
    if (pair.order.less)
      add(less(a, b), {true, false, false});
    if (pair.order.greater)
      add(less(b, a), {false, false, true});
    return cases;
  }
  isl::set equal = sameArguments(pair);
  if (pair.order.equal)
    add(equal, {false, true, false});
  if (!has(call.function, Fact::Kind::Monotonic)) {
    // Nothing is known of different arguments: one case, taken as "less".
    add(equal.complement(), {true, false, false});
    return cases;
  }
  if (pair.order.less)
    add(argumentsBefore(pair.first, pair.second), {true, false, false});
  if (pair.order.greater)
    add(argumentsBefore(pair.second, pair.first), {false, false, true});
  return cases;
}

} // namespace sparsec
