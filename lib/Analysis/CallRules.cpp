//===- CallRules.cpp - rules of the user ----------------------------------===//
///
/// \file
/// `rule(forall i, k: premise => conclusion)` is used by instantiation: a
/// variable v that is the argument of a call, `diag(v)`, takes the arguments of
/// the calls of `diag` that a question speaks of. Then, where the
/// points in question lie within the premise, they lie within the conclusion.
/// Calls that only a rule speaks of start no further instances: the search
/// ends.
///
//===----------------------------------------------------------------------===//

#include "CallFacts.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Instances of one rule; more are not made (fewer refutations, none wrong).
constexpr size_t instanceLimit = 64;

/// The arrays that \p rule applies to exactly variable \p pos.
std::set<std::string> arraysOf(const Fact::Rule &rule, unsigned pos) {
  std::set<std::string> arrays;
  for (const auto &[name, call] : rule.calls) {
    const isl::pw_aff &argument = call.arguments.front();
    isl::pw_aff variable = poly::dimension(argument.space().domain(), pos);
    if (call.arguments.size() == 1 && argument.plain_is_equal(variable))
      arrays.insert(call.function);
  }
  return arrays;
}

} // namespace

void CallFacts::instantiateRules() {
  rules.clear();
  isInstantiating = true;
  for (const Fact &fact : program.facts)
    if (fact.rule)
      instantiate(fact);
  isInstantiating = false;
}

void CallFacts::instantiate(const Fact &fact) {
  const Fact::Rule &rule = *fact.rule;
  unsigned variables = unsigned(rule.premise.tuple_dim());
  struct Binding {
    std::vector<std::string> triggers;
    std::vector<isl::pw_aff> values;
  };
  std::vector<Binding> bindings = {{}};
  for (unsigned pos = 0; pos < variables; ++pos) {
    // One call for each different argument.
    std::vector<std::string> asked;
    std::set<std::string> arrays = arraysOf(rule, pos);
    for (const auto &[name, call] : table) {
      bool isSpokenOf = arrays.count(call.function) &&
                        call.arguments.size() == 1 &&
                        !program.calls.count(name) && !madeByRules.count(name);
      if (isSpokenOf && llvm::none_of(asked, [&](const std::string &other) {
            return argument(other).plain_is_equal(argument(name));
          }))
        asked.push_back(name);
    }
    std::vector<Binding> longer;
    for (const Binding &binding : bindings)
      for (const std::string &name : asked) {
        longer.push_back(binding);
        longer.back().triggers.push_back(name);
        longer.back().values.push_back(argument(name));
      }
    bindings = std::move(longer);
    if (bindings.size() > instanceLimit)
      bindings.resize(instanceLimit);
  }
  for (const Binding &binding : bindings) {
    CallTable before = table;
    Import made = import(rule.calls, poly::makeMap(domain, "", binding.values));
    for (const auto &[name, call] : table)
      if (!before.count(name))
        madeByRules.insert(name);
    rules.push_back({binding.triggers, made.set(rule.premise),
                     made.set(rule.conclusion), fact.text});
  }
}

isl::set CallFacts::applyRules(isl::set points) const {
  for (const RuleInstance &rule : rules) {
    bool isAsked = llvm::all_of(rule.triggers, [&](const std::string &call) {
      return poly::involvesParam(points, call);
    });
    if (isAsked && points.is_subset(rule.premise))
      points = points.intersect(rule.conclusion);
  }
  return points;
}

} // namespace sparsec
