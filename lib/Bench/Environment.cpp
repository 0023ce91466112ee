//===- Environment.cpp - values of parameters and index arrays ------------===//
///
/// \file
/// Evaluates `{ [] -> [value] }` once parameters and arrays have values, and
/// derives extents that no fact gives: the largest subscript over the
/// statement's instances, index arrays ranging over their actual elements.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Environment.h"

#include <algorithm>
#include <cstdlib>

namespace sparsec::bench {

static isl::set parameterSpace(isl::ctx ctx, const std::string &name) {
  return isl::set::universe(
      isl::space::unit(ctx).add_param(poly::makeId(ctx, name)));
}

/// `{ : low <= name <= high }`
static isl::set between(isl::ctx ctx, const std::string &name, int64_t low,
                        int64_t high) {
  isl::set all = parameterSpace(ctx, name);
  isl::pw_aff value = poly::parameter(all.space(), name);
  return value.ge_set(poly::constant(all.space(), low))
      .intersect(value.le_set(poly::constant(all.space(), high)));
}

std::optional<int64_t> Environment::lookUp(const UninterpretedCall &call) {
  auto array = integers.find(call.function);
  if (array == integers.end() || call.arguments.size() != 1)
    return std::nullopt;
  std::optional<int64_t> at = evaluate(call.arguments[0]);
  if (!at || *at < 0 || *at >= static_cast<int64_t>(array->second.size()))
    return std::nullopt;
  return array->second[*at];
}

std::optional<int64_t> Environment::lookUp(const std::string &name) {
  auto parameter = parameters.find(name);
  if (parameter != parameters.end())
    return parameter->second;
  auto call = program.calls.find(name);
  return call == program.calls.end() ? std::nullopt : lookUp(call->second);
}

isl::set Environment::known(const isl::space &space) {
  isl::ctx ctx = space.ctx();
  isl::set result = isl::set::universe(isl::space::unit(ctx));
  for (const std::string &name : poly::paramNames(space))
    if (std::optional<int64_t> value = lookUp(name))
      result = result.intersect(between(ctx, name, *value, *value));
  return result;
}

/// The largest value, if there is one.
static std::optional<int64_t> greatest(const isl::pw_aff &value) {
  isl::val top = poly::greatestValue(value);
  if (!top.is_int())
    return std::nullopt;
  return top.num_si();
}

std::optional<int64_t> Environment::evaluate(const isl::pw_aff &value) {
  for (const std::string &name : poly::paramNames(value.space()))
    if (poly::involvesParam(value, name) && !lookUp(name)) {
      missing = name;
      return std::nullopt;
    }
  return greatest(value.intersect_params(known(value.space())));
}

void Environment::solveContext() {
  isl::set fixed = program.context.intersect(known(program.context.space()));
  for (const Parameter &parameter : program.parameters) {
    const std::string &name = parameter.name;
    if (parameters.count(name) || !poly::involvesParam(fixed, name))
      continue;
    isl::set alone = poly::keepParams(fixed, {name});
    isl::pw_aff value =
        poly::parameter(isl::space::unit(fixed.ctx())
                            .add_param(poly::makeId(fixed.ctx(), name)),
                        name)
            .intersect_params(alone);
    isl::val least = poly::leastValue(value), most = poly::greatestValue(value);
    if (least.is_int() && least.eq(most))
      parameters[name] = least.num_si();
  }
}

/// The number nearest to \p wanted, not less if one is there, that \p value is
/// for parameters of \p possible.
static std::optional<int64_t>
nearestIn(const isl::set &possible, const isl::pw_aff &value, int64_t wanted) {
  const isl::pw_aff bound =
      poly::constant(isl::space::unit(possible.ctx()), wanted);
  const isl::set above = possible.intersect(value.ge_set(bound));
  const isl::val found =
      above.is_empty() ? poly::greatestValue(value.intersect_params(possible))
                       : poly::leastValue(value.intersect_params(above));
  return found.is_int() ? std::optional<int64_t>(found.num_si()) : std::nullopt;
}

std::optional<int64_t> Environment::nearest(const isl::pw_aff &value,
                                            int64_t wanted) {
  return nearestIn(program.context.intersect(known(program.context.space()))
                       .intersect(known(value.space())),
                   value, wanted);
}

int64_t Environment::sizeNear(const std::string &name, int64_t wanted) {
  constexpr int64_t near = 256;
  const std::optional<int64_t> size = nearest(
      poly::parameter(isl::space::unit(program.context.ctx()), name), wanted);
  return size && std::abs(*size - wanted) <= near ? *size : wanted;
}

bool Environment::choose(const isl::pw_aff &value, int64_t number) {
  const isl::set wanted =
      value
          .eq_set(
              poly::constant(isl::space::unit(program.context.ctx()), number))
          .intersect(known(value.space()));
  isl::set possible = wanted.intersect(program.context);
  if (possible.intersect(known(possible.space())).is_empty())
    possible = wanted;
  if (possible.is_empty())
    return false;
  std::vector<std::string> open;
  for (const std::string &name : poly::paramNames(value.space()))
    if (poly::involvesParam(value, name) && !lookUp(name))
      open.push_back(name);
  for (size_t left = open.size(); left > 0; --left) {
    const std::string &name = open[open.size() - left];
    isl::pw_aff alone = poly::parameter(isl::space::unit(possible.ctx()), name);
    possible = possible.intersect(known(possible.space()));
    std::optional<int64_t> chosen =
        nearestIn(possible, alone, number / int64_t(left));
    if (!chosen)
      return false;
    parameters[name] = *chosen;
  }
  return evaluate(value) == std::optional<int64_t>(number);
}

bool Environment::satisfiesContext() {
  return !program.context.intersect(known(program.context.space())).is_empty();
}

const Fact *Environment::brokenCondition() {
  for (const Fact &fact : program.facts)
    if (fact.kind == Fact::Kind::Condition && fact.condition &&
        fact.condition->intersect(known(fact.condition->space())).is_empty())
      return &fact;
  return nullptr;
}

isl::set Environment::dataRange(const CallTable &calls) {
  isl::ctx ctx = program.context.ctx();
  isl::set result = isl::set::universe(isl::space::unit(ctx));
  for (const auto &[name, call] : calls) {
    auto array = integers.find(call.function);
    if (array == integers.end())
      continue;
    const std::vector<int64_t> &data = array->second;
    if (data.empty())
      return isl::set::empty(isl::space::unit(ctx));
    auto [low, high] = std::minmax_element(data.begin(), data.end());
    result = result.intersect(between(ctx, name, *low, *high));
  }
  return result;
}

std::optional<int64_t>
Environment::largestSubscript(const Statement &statement,
                              const isl::pw_aff &subscript) {
  isl::set calls = program.callContext(statement);
  // From the loosest description to the tightest. Loop bounds alone give y[n]
  // its full length even when no row has an entry, facts do so for x[m] when
  // the last column has none; elements of index arrays bound what is left.
  isl::set choices[] = {statement.domain.intersect_params(program.context),
                        statement.instances().intersect_params(calls),
                        statement.instances().intersect_params(
                            calls.intersect(dataRange(statement.calls)))};
  for (isl::set instances : choices) {
    instances = instances.intersect_params(known(instances.space()));
    isl::pw_aff values = subscript.intersect_domain(instances);
    values = values.intersect_params(known(values.space()));
    if (instances.is_empty())
      return -1;
    if (std::optional<int64_t> top = greatest(values))
      return top;
  }
  return std::nullopt;
}

std::optional<int64_t> Environment::extent(const std::string &array,
                                           unsigned dim) {
  const Array &info = program.arrays.at(array);
  if (info.extents[dim])
    return evaluate(*info.extents[dim]);
  int64_t length = 0;
  // `p[0] = 0` says that there is such an element.
  for (const Fact *fact : program.factsAbout(array, Fact::Kind::Boundary))
    if (const std::optional<int64_t> at = evaluate(*fact->at))
      length = std::max(length, *at + 1);
  for (const auto &entry : program.statements)
    for (const Access &access : entry.second.accesses()) {
      if (access.array != array || access.isWhole)
        continue;
      std::optional<int64_t> last =
          largestSubscript(entry.second, access.subscripts[dim]);
      if (!last)
        return std::nullopt;
      length = std::max(length, *last + 1);
    }
  // Used as an index: the calls' arguments are its subscripts.
  for (const auto &entry : program.statements)
    for (const auto &[name, call] : entry.second.calls) {
      if (call.function != array)
        continue;
      std::optional<int64_t> last =
          largestSubscript(entry.second, call.arguments[dim]);
      if (!last)
        return std::nullopt;
      length = std::max(length, *last + 1);
    }
  return length;
}

} // namespace sparsec::bench
