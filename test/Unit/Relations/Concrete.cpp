//===- Concrete.cpp - instances for given index arrays --------------------===//

#include "Concrete.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec::test {

std::optional<PlacedCalls> placed(const CallTable &table) {
  PlacedCalls result;
  for (const auto &[name, call] : table) {
    PlacedCalls::Call made{name, call.function, {}};
    for (const isl::pw_aff &argument : call.arguments) {
      std::optional<poly::Place> place = poly::placeOf(argument);
      if (!place)
        return std::nullopt;
      made.arguments.push_back(*place);
    }
    if (made.arguments.size() != 1)
      return std::nullopt;
    result.calls.push_back(std::move(made));
  }
  return result;
}

std::optional<long> valueOf(const poly::Place &place, const Values &values) {
  auto found = values.find(place.variable);
  if (found == values.end())
    return std::nullopt;
  return found->second + place.offset;
}

void PlacedCalls::evaluate(const Numbers &numbers, Values &values) const {
  for (bool grown = true; grown;) {
    grown = false;
    for (const Call &call : calls) {
      std::optional<long> at = valueOf(call.arguments[0], values);
      if (!at || values.count(call.name))
        continue;
      const std::vector<long> &array = numbers.arrays.at(call.function);
      if (*at < 0 || *at >= long(array.size()))
        continue;
      values[call.name] = array[size_t(*at)];
      grown = true;
    }
  }
}

bool holds(const poly::Differences &part, const Values &values) {
  return llvm::all_of(part.all, [&](const poly::Difference &one) {
    std::optional<long> left = valueOf({one.left, 0}, values);
    std::optional<long> right = valueOf({one.right, 0}, values);
    return left && right && *left - *right <= one.bound;
  });
}

static Values start(const Numbers &numbers) {
  Values values = {{"", 0}};
  values.insert(numbers.sizes.begin(), numbers.sizes.end());
  return values;
}

std::optional<ConcreteStatement>
ConcreteStatement::make(const Statement &statement) {
  ConcreteStatement result;
  result.dims = unsigned(statement.iterators.size());
  std::optional<PlacedCalls> calls = placed(statement.calls);
  if (!calls)
    return std::nullopt;
  result.calls = *calls;
  result.parts = poly::differencesOf(statement.instances());
  for (const poly::Differences &part : result.parts)
    if (!part.isExact)
      return std::nullopt;
  return result;
}

/// No iterator of the kernels goes beyond the longest array.
static long lengthOf(const Numbers &numbers) {
  size_t length = 0;
  for (const auto &[name, elements] : numbers.arrays)
    length = std::max(length, elements.size());
  return long(length);
}

void ConcreteStatement::collect(const poly::Differences &part,
                                const Numbers &numbers, Values values,
                                std::vector<Point> &result) const {
  calls.evaluate(numbers, values);
  unsigned dim = 0;
  while (dim < dims && values.count(poly::dimensionVariable(dim)))
    ++dim;
  std::string name = poly::dimensionVariable(dim);
  if (dim == dims) {
    Point point;
    for (unsigned pos = 0; pos < dims; ++pos)
      point.push_back(values.at(poly::dimensionVariable(pos)));
    if (holds(part, values))
      result.push_back(std::move(point));
    return;
  }
  std::optional<long> least, most;
  for (const poly::Difference &one : part.all) {
    std::optional<long> left = valueOf({one.left, 0}, values);
    std::optional<long> right = valueOf({one.right, 0}, values);
    if (one.left == name && right)
      most = std::min(most.value_or(*right + one.bound), *right + one.bound);
    if (one.right == name && left)
      least = std::max(least.value_or(*left - one.bound), *left - one.bound);
  }
  // isl may state bounds of what a later call equals: li(l) = k.
  long from = least.value_or(-1), to = most.value_or(lengthOf(numbers));
  for (long value = from; value <= to; ++value) {
    values[name] = value;
    collect(part, numbers, values, result);
  }
}

std::vector<Point> ConcreteStatement::instances(const Numbers &numbers) const {
  std::vector<Point> result;
  for (const poly::Differences &part : parts)
    collect(part, numbers, start(numbers), result);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Values ConcreteStatement::at(const Point &instance,
                             const Numbers &numbers) const {
  Values values = start(numbers);
  for (unsigned pos = 0; pos < dims; ++pos)
    values[poly::dimensionVariable(pos)] = instance[pos];
  calls.evaluate(numbers, values);
  return values;
}

std::optional<Reading> Reading::of(const isl::pw_aff &value) {
  if (auto place = poly::placeOf(value))
    return Reading{*place, false};
  if (auto place = poly::placeOf(value.neg()))
    return Reading{*place, true};
  return std::nullopt;
}

long Reading::in(const Values &values) const {
  long value = valueOf(place, values).value();
  return isNegated ? -value : value;
}

} // namespace sparsec::test
