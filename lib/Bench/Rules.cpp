//===- Rules.cpp - rules about index arrays as numbers --------------------===//
#include "Rules.h"

#include "sparsec/Poly/Differences.h"
#include "sparsec/Poly/LinearRows.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec::bench {

unsigned variablesOf(const Fact &fact) {
  return unsigned(poly::dimNames(fact.rule->premise).size());
}

/// Makes sums of the rule's sets and of the arguments of its calls.
class Rule::Reader {
public:
  Reader(Rule &rule, Environment &environment)
      : rule(rule), environment(environment), fact(rule.fact()) {}

  bool run() {
    for (const auto &[name, call] : fact.rule->calls) {
      positions[name] = unsigned(rule.calls.size());
      rule.calls.emplace_back();
    }
    for (const auto &[name, call] : fact.rule->calls)
      if (!read(call, rule.calls[positions[name]]))
        return false;
    if (!read(fact.rule->premise, rule.premise) ||
        !read(fact.rule->conclusion, rule.conclusion))
      return false;
    for (const Call &call : rule.calls) {
      rule.throughElement |= usesElement(call.argument);
      if (!call.elements)
        rule.leadingVariables =
            std::max(rule.leadingVariables, lastVariable(call.argument));
    }
    return true;
  }

private:
  bool read(const poly::LinearSum &from, Sum &sum) {
    sum.constant = from.constant;
    for (const auto &[name, factor] : from.factors) {
      auto parameter = environment.parameters.find(name);
      if (auto call = positions.find(name); call != positions.end())
        sum.calls.emplace_back(call->second, factor);
      else if (auto variable = poly::dimensionOf(name))
        sum.variables.emplace_back(*variable, factor);
      else if (parameter != environment.parameters.end())
        sum.constant += factor * parameter->second;
      else
        return false;
    }
    return true;
  }

  bool read(const UninterpretedCall &from, Call &call) {
    if (from.arguments.size() != 1)
      return false;
    if (!rule.making || from.function != rule.making->name) {
      auto array = environment.integers.find(from.function);
      if (array == environment.integers.end())
        return false;
      call.elements = &array->second;
    }
    const std::optional<poly::LinearSum> sum =
        poly::linearSumOf(from.arguments[0]);
    return sum && read(*sum, call.argument);
  }

  bool read(const isl::set &from, Conjunctions &conjunctions) {
    const auto all = poly::linearRowsOf(from);
    if (!all)
      return false;
    for (const auto &rows : *all) {
      conjunctions.emplace_back();
      for (const poly::LinearRow &row : rows) {
        conjunctions.back().push_back({{}, row.isEquality});
        if (!read(row.sum, conjunctions.back().back().sum))
          return false;
      }
    }
    return true;
  }

  bool usesElement(const Sum &sum) const {
    return llvm::any_of(sum.calls, [&](const auto &term) {
      const Call &call = rule.calls[term.first];
      return !call.elements || usesElement(call.argument);
    });
  }

  /// One more than the last variable that \p sum needs.
  unsigned lastVariable(const Sum &sum) const {
    unsigned last = 0;
    for (const auto &term : sum.variables)
      last = std::max(last, term.first + 1);
    for (const auto &term : sum.calls)
      last = std::max(last, lastVariable(rule.calls[term.first].argument));
    return last;
  }

  Rule &rule;
  Environment &environment;
  const Fact &fact;
  std::map<std::string, unsigned> positions;
};

std::optional<Rule> Rule::read(const Fact &fact, Environment &environment,
                               const ArrayInMaking *making) {
  Rule rule;
  rule.source = &fact;
  rule.making = making;
  if (!Reader(rule, environment).run())
    return std::nullopt;
  return rule;
}

Rule::Value Rule::evaluate(const Call &call, const Values &values) const {
  const Value at = evaluate(call.argument, values);
  if (at.state != Value::State::Known)
    return at;
  if (at.factor != 0)
    return {Value::State::Unknown, 0, 0};
  const uint64_t count = call.elements ? call.elements->size() : making->count;
  // What the conclusion says of a subscript that an element tells is that it
  // is one.
  if (at.number < 0 || uint64_t(at.number) >= count)
    return {call.argument.calls.empty() ? Value::State::Absent
                                        : Value::State::NoPosition,
            0, 0};
  if (call.elements)
    return {Value::State::Known, (*call.elements)[at.number], 0};
  if (uint64_t(at.number) < making->made.size())
    return {Value::State::Known, making->made[at.number], 0};
  if (uint64_t(at.number) > making->made.size())
    return {Value::State::Unknown, 0, 0};
  if (making->tried)
    return {Value::State::Known, *making->tried, 0};
  return {Value::State::Known, 0, 1};
}

Rule::Value Rule::evaluate(const Sum &sum, const Values &values) const {
  Value result = {Value::State::Known, sum.constant, 0};
  for (const auto &[variable, factor] : sum.variables) {
    if (!values[variable])
      return {Value::State::Unknown, 0, 0};
    result.number += factor * *values[variable];
  }
  for (const auto &[call, factor] : sum.calls) {
    const Value term = evaluate(calls[call], values);
    if (term.state != Value::State::Known)
      return term;
    result.number += factor * term.number;
    result.factor += factor * term.factor;
  }
  return result;
}

/// What the open element is where all of \p rows hold. \p exists becomes false
/// where an element of them does not exist: then a rule holds.
Intervals Rule::solve(const std::vector<Row> &rows, const Values &values,
                      bool isPremise, bool &exists) const {
  Intervals result = Intervals::all();
  for (const Row &row : rows) {
    const Value value = evaluate(row.sum, values);
    if (value.state == Value::State::NoPosition && !isPremise)
      return Intervals::none();
    if (value.state == Value::State::Unknown && !isPremise)
      continue; // what it takes away shows when the element is tried
    if (value.state != Value::State::Known) {
      exists = false;
      return Intervals::none();
    }
    result = result.intersect(
        Intervals::solution(value.factor, value.number, row.isEquality));
    if (result.isEmpty())
      break;
  }
  return result;
}

Intervals Rule::allowed(const Values &values) const {
  bool exists = true;
  Intervals applies = Intervals::none();
  for (const auto &rows : premise)
    applies = applies.unite(solve(rows, values, true, exists));
  if (!exists || applies.isEmpty())
    return Intervals::all();
  Intervals result = applies.complement();
  for (const auto &rows : conclusion)
    result = result.unite(solve(rows, values, false, exists));
  return exists ? result : Intervals::all();
}

/// Narrows what \p variable may be where \p row holds.
void Rule::bound(const Row &row, unsigned variable, const Values &values,
                 const Intervals &open, int64_t &low, int64_t &high) const {
  Sum rest = row.sum;
  int64_t factor = 0;
  llvm::erase_if(rest.variables, [&](const auto &term) {
    factor += term.first == variable ? term.second : 0;
    return term.first == variable;
  });
  const Value value = evaluate(rest, values);
  if (value.state != Value::State::Known)
    return;
  if (factor == 0) {
    if (value.factor == 0 &&
        (row.isEquality ? value.number != 0 : value.number < 0))
      high = low - 1;
    return;
  }
  auto narrow = [&](int64_t times, int64_t number, int64_t ofOpen) {
    // The loosest: `times * variable + ofOpen * open + number >= 0`.
    int64_t most = number;
    if (ofOpen != 0) {
      const int64_t end = ofOpen > 0 ? open.highest() : open.lowest();
      if (end == Intervals::most || end == Intervals::least)
        return;
      most += ofOpen * end;
    }
    const Intervals range = Intervals::solution(times, most, false);
    if (range.isEmpty()) {
      high = low - 1;
      return;
    }
    low = std::max(low, range.lowest());
    high = std::min(high, range.highest());
  };
  narrow(factor, value.number, value.factor);
  if (row.isEquality)
    narrow(-factor, -value.number, -value.factor);
}

/// What \p variable may be, from the premise and from which elements exist.
std::pair<int64_t, int64_t> Rule::bounds(unsigned variable,
                                         const Values &values,
                                         const Intervals &open) const {
  int64_t least = Intervals::most, most = Intervals::least;
  for (const auto &rows : premise) {
    int64_t low = Intervals::least, high = Intervals::most;
    for (const Row &row : rows)
      if (low <= high)
        bound(row, variable, values, open, low, high);
    if (low > high)
      continue;
    least = std::min(least, low);
    most = std::max(most, high);
  }
  for (const Call &call : calls) {
    const Sum &at = call.argument;
    if (!at.calls.empty() || at.variables.size() != 1 ||
        at.variables[0] != std::pair(variable, int64_t{1}))
      continue;
    const uint64_t count =
        call.elements ? call.elements->size() : making->count;
    least = std::max(least, -at.constant);
    most = std::min(most, int64_t(count) - 1 - at.constant);
  }
  return {least, most};
}

bool Rule::visit(unsigned variable, unsigned upTo, Values &values,
                 const Intervals &open, int64_t &budget,
                 llvm::function_ref<bool(Values &)> use, bool &isDone) const {
  if (variable == upTo) {
    isDone = use(values);
    return --budget > 0;
  }
  if (values[variable])
    return visit(variable + 1, upTo, values, open, budget, use, isDone);
  const auto [low, high] = bounds(variable, values, open);
  if (low > high)
    return --budget > 0;
  if (high - low > budget)
    return false;
  bool goesOn = true;
  for (int64_t value = low; value <= high && goesOn && !isDone; ++value) {
    values[variable] = value;
    goesOn = visit(variable + 1, upTo, values, open, budget, use, isDone);
  }
  values[variable] = std::nullopt;
  return goesOn;
}

bool Rule::forEach(Values &values, unsigned upTo, const Intervals &open,
                   int64_t &budget,
                   llvm::function_ref<bool(Values &)> use) const {
  bool isDone = false;
  return open.isEmpty() || visit(0, upTo, values, open, budget, use, isDone);
}

std::optional<uint64_t> Rule::element(const Values &values) const {
  std::optional<uint64_t> last;
  for (const Call &call : calls) {
    if (call.elements)
      continue;
    const Value at = evaluate(call.argument, values);
    if (at.state == Value::State::Known && at.factor == 0 && at.number >= 0 &&
        uint64_t(at.number) < making->count)
      last = std::max(last.value_or(0), uint64_t(at.number));
  }
  return last;
}

Intervals Rule::positions() const {
  Intervals result = Intervals::all();
  for (const Call &call : calls) {
    const Sum &at = call.argument;
    if (!at.variables.empty() || at.calls.size() != 1 ||
        at.calls[0].second != 1 || calls[at.calls[0].first].elements)
      continue;
    const uint64_t count =
        call.elements ? call.elements->size() : making->count;
    result = result.intersect(
        Intervals::between(-at.constant, int64_t(count) - 1 - at.constant));
  }
  return result;
}

const Fact *brokenRule(const Program &program, Environment &environment) {
  for (const Fact &fact : program.facts) {
    if (fact.kind != Fact::Kind::Rule || !fact.rule)
      continue;
    const std::optional<Rule> rule = Rule::read(fact, environment, nullptr);
    if (!rule)
      continue;
    Rule::Values values(variablesOf(fact));
    int64_t budget = int64_t{1} << 28;
    bool isBroken = false;
    rule->forEach(values, unsigned(values.size()), Intervals::all(), budget,
                  [&](Rule::Values &at) {
                    isBroken = rule->allowed(at).isEmpty();
                    return isBroken;
                  });
    if (isBroken)
      return &fact;
  }
  return nullptr;
}

} // namespace sparsec::bench
