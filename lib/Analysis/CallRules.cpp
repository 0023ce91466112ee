//===- CallRules.cpp - rules of the user ----------------------------------===//
///
/// \file
/// `rule(forall i, k: premise => conclusion)` is used by instantiation: a
/// variable v that is the argument of a call, `diag(v)`, takes the arguments of
/// the calls of `diag` that a question speaks of. Then, where the
/// points in question lie within the premise, they lie within the conclusion.
/// Calls that only a rule speaks of start no further instances: the search
/// ends. What diagonals imply is a rule, too, though not the user's: rows are
/// not empty, and where rows are sorted the diagonal of a triangle is their
/// first or last entry.
///
//===----------------------------------------------------------------------===//

#include "UninterpretedFunctionSolver.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Instances of one rule; more are not made (fewer refutations, none wrong).
constexpr size_t instanceLimit = 64;

/// The arrays that \p rule applies to exactly variable \p pos, and as which
/// argument.
std::set<std::pair<std::string, size_t>> arraysOf(const Fact::Rule &rule,
                                                  unsigned pos) {
  std::set<std::pair<std::string, size_t>> arrays;
  for (const auto &[name, call] : rule.calls)
    for (size_t at = 0; at < call.arguments.size(); ++at) {
      const isl::pw_aff &argument = call.arguments[at];
      if (argument.plain_is_equal(
              poly::dimension(argument.space().domain(), pos)))
        arrays.insert({call.function, at});
    }
  return arrays;
}

/// A fact of \p kind about the same two arrays as \p fact.
const Fact *companion(const Program &program, const Fact &fact,
                      Fact::Kind kind) {
  for (const Fact *other : program.factsAbout(fact.arrays[0], kind))
    if (other->arrays[1] == fact.arrays[1])
      return other;
  return nullptr;
}

/// The number of rows of pointer array \p index, `{ [value] }` on parameters.
std::optional<isl::pw_aff> rowsOf(const Program &program,
                                  const std::string &index) {
  for (const Fact *fact : program.factsAbout(index, Fact::Kind::Extent))
    if (fact->upper)
      return fact->upper->add_constant(-1);
  return std::nullopt;
}

} // namespace

/// What has_diagonal(col, index) says of \p rows rows, counted from 0, as
/// rules: forall r: 0 <= r < rows => index(r) < index(r + 1), and where rows
/// are sorted col(index(r)) = r in an upper triangle, col(index(r + 1) - 1) = r
/// in a lower one.
std::vector<UninterpretedFunctionSolver::NamedRule>
UninterpretedFunctionSolver::diagonalRules(const Fact &fact,
                                           const isl::pw_aff &rows) const {
  isl::space space = poly::tupleSpace(domain.ctx(), "", 1);
  isl::pw_aff row = poly::dimension(space, 0);
  CallTable calls;
  auto call = [&](const std::string &array, const isl::pw_aff &argument) {
    return addCall(calls, {array, {argument}}, {"r"}, space);
  };
  isl::set premise = poly::constant(space, 0).le_set(row).intersect(
      row.lt_set(rows.insert_domain(space)));
  isl::pw_aff begin = call(fact.arrays[1], row);
  isl::pw_aff end = call(fact.arrays[1], row.add_constant(1));
  std::vector<NamedRule> result = {
      {{calls, premise, begin.lt_set(end)}, {fact.text}}};
  const Fact *triangle = companion(program, fact, Fact::Kind::Triangular);
  const Fact *sorted = companion(program, fact, Fact::Kind::Sorted);
  if (!triangle || !sorted)
    return result;
  isl::pw_aff place = triangle->which == "upper" ? begin : end.add_constant(-1);
  isl::set isDiagonal = call(fact.arrays[0], place).eq_set(row);
  result.push_back({{calls, premise, isDiagonal},
                    {fact.text, triangle->text, sorted->text}});
  return result;
}

void UninterpretedFunctionSolver::instantiateRules() {
  rules.clear();
  isInstantiating = true;
  for (const Fact &fact : program.facts) {
    if (fact.kind == Fact::Kind::Rule)
      instantiate({*fact.rule, {fact.text}});
    if (fact.kind != Fact::Kind::HasDiagonal || baseOf(fact.arrays[1]) != 0)
      continue;
    if (std::optional<isl::pw_aff> rows = rowsOf(program, fact.arrays[1]))
      for (const NamedRule &rule : diagonalRules(fact, *rows))
        instantiate(rule);
  }
  isInstantiating = false;
}

void UninterpretedFunctionSolver::instantiate(const NamedRule &named) {
  const Fact::Rule &rule = named.rule;
  unsigned variables = unsigned(rule.premise.tuple_dim());
  struct Binding {
    std::vector<std::string> triggers;
    std::vector<isl::pw_aff> values;
  };
  std::vector<Binding> bindings = {{}};
  for (unsigned pos = 0; pos < variables; ++pos) {
    // One call for each different argument.
    std::vector<std::pair<std::string, isl::pw_aff>> asked;
    for (const auto &[array, at] : arraysOf(rule, pos))
      for (const auto &[name, call] : table) {
        if (call.function != array || call.arguments.size() <= at ||
            program.calls.count(name) || madeByRules.count(name))
          continue;
        const isl::pw_aff &value = call.arguments[at];
        if (llvm::none_of(asked, [&](const auto &other) {
              return other.second.plain_is_equal(value);
            }))
          asked.emplace_back(name, value);
      }
    std::vector<Binding> longer;
    for (const Binding &binding : bindings)
      for (const auto &[name, value] : asked) {
        longer.push_back(binding);
        longer.back().triggers.push_back(name);
        longer.back().values.push_back(value);
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
                     made.set(rule.conclusion), named.texts});
  }
}

void UninterpretedFunctionSolver::applyRules(SampledSet &points) const {
  for (const RuleInstance &rule : rules) {
    bool isAsked = llvm::all_of(rule.triggers, [&](const std::string &call) {
      return poly::involvesParam(points.set(), call);
    });
    if (isAsked && points.isSubset(rule.premise))
      points.intersect(rule.conclusion);
  }
}

} // namespace sparsec
