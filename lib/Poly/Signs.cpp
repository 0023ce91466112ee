//===- Signs.cpp - signs of affine values ---------------------------------===//
///
/// \file
/// A value is reduced by what is known to be 0; what is left is compared with
/// what is left of the other one. Floors are monotone: floor(a) - floor(b)
/// follows a - b.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Poly/Signs.h"

#include "Sums.h"

#include <vector>

namespace sparsec::poly {

class Signs::Algebra {
public:
  std::optional<Quotient> read(const isl::pw_aff &value) {
    return reader.read(value);
  }
  void setZero(const Sum &sum) { rows.add(sum); }
  /// A positive multiple of \p sum by rows; equal floors are one.
  std::optional<Sum> rest(Sum sum);
  Likeness compare(Sum value, const Sum &other);

private:
  bool mergesFloors(const Sum &sum);
  std::vector<std::string> floorsOf(const Sum &sum) const;
  std::optional<Sum> insideDifference(const std::string &first,
                                      const std::string &second);
  bool follows(const std::string &first, const std::string &second,
               const Sum &other);

  /// What is known to be 0 may make floors of what is inside them: nothing is
  /// said of floors in floors deeper than that.
  static constexpr unsigned maxDepth = 4;

  SumReader reader;
  Rows rows;
  unsigned depth = 0;
};

std::vector<std::string> Signs::Algebra::floorsOf(const Sum &sum) const {
  std::vector<std::string> floors;
  for (const auto &entry : sum)
    if (reader.isFloor(entry.first))
      floors.push_back(entry.first);
  return floors;
}

/// \p a minus \p b, times a positive number.
static std::optional<Sum> minus(const Quotient &a, const Quotient &b) {
  return combined(a.sum, b.divisor, b.sum, -a.divisor);
}

/// What is inside \p first minus what is inside \p second, times a positive
/// number.
std::optional<Sum> Signs::Algebra::insideDifference(const std::string &first,
                                                    const std::string &second) {
  std::optional<Sum> difference =
      minus(reader.insideOf(first), reader.insideOf(second));
  if (!difference || depth == maxDepth)
    return std::nullopt;
  ++depth;
  difference = rest(std::move(*difference));
  --depth;
  return difference;
}

/// Finds two floors in \p sum that are of equal values, and makes them one.
bool Signs::Algebra::mergesFloors(const Sum &sum) {
  const std::vector<std::string> floors = floorsOf(sum);
  for (size_t at = 0; at < floors.size(); ++at)
    for (size_t other = at + 1; other < floors.size(); ++other) {
      std::optional<Sum> difference =
          insideDifference(floors[at], floors[other]);
      if (difference && difference->empty())
        return rows.add({{floors[at], 1}, {floors[other], -1}});
    }
  return false;
}

std::optional<Sum> Signs::Algebra::rest(Sum sum) {
  std::optional<Sum> reduced = rows.reduced(std::move(sum));
  while (reduced && mergesFloors(*reduced))
    reduced = rows.reduced(std::move(*reduced));
  return reduced;
}

/// Whether \p value is \p other times a positive number.
static bool isMultiple(const Sum &value, const Sum &other) {
  if (value.size() != other.size() || value.empty() ||
      (value.begin()->second < 0) != (other.begin()->second < 0))
    return false;
  for (auto one = value.begin(), two = other.begin(); one != value.end();
       ++one, ++two)
    if (one->first != two->first || one->second * other.begin()->second !=
                                        two->second * value.begin()->second)
      return false;
  return true;
}

/// Whether floor \p first minus floor \p second follows \p other.
bool Signs::Algebra::follows(const std::string &first,
                             const std::string &second, const Sum &other) {
  std::optional<Sum> difference = insideDifference(first, second);
  if (!difference || depth == maxDepth)
    return false;
  ++depth;
  const bool isLike =
      difference->empty() ||
      compare(std::move(*difference), other) != Likeness::Unknown;
  --depth;
  return isLike;
}

Signs::Likeness Signs::Algebra::compare(Sum value, const Sum &other) {
  if (isMultiple(value, other))
    return Likeness::Same;
  // Differences of floors that follow are added to what follows.
  for (const std::string &first : floorsOf(value)) {
    auto plus = value.find(first);
    if (plus == value.end() || plus->second < 0)
      continue;
    for (const std::string &second : floorsOf(value)) {
      auto minus = value.find(second);
      if (minus->second != -plus->second || !follows(first, second, other))
        continue;
      value.erase(plus);
      value.erase(minus);
      break;
    }
  }
  if (value.empty())
    return Likeness::SameOrZero;
  return isMultiple(value, other) ? Likeness::Same : Likeness::Unknown;
}

Signs::Signs() : algebra(std::make_unique<Algebra>()) {}
Signs::~Signs() = default;

Signs::Value Signs::read(const isl::pw_aff &value) {
  std::optional<Quotient> read = algebra->read(value);
  return {read ? std::optional(std::move(read->sum)) : std::nullopt};
}

Signs::Value Signs::difference(const isl::pw_aff &value,
                               const isl::pw_aff &other) {
  const std::optional<Quotient> a = algebra->read(value),
                                b = algebra->read(other);
  return {a && b ? minus(*a, *b) : std::nullopt};
}

Signs::Value Signs::difference(const std::string &name,
                               const std::string &other) const {
  return {combined({{parameterVariable(name), 1}}, 1,
                   {{parameterVariable(other), 1}}, -1)};
}

void Signs::setZero(const Value &value) {
  // A value that cannot be read is not made use of.
  if (value.sum)
    algebra->setZero(*value.sum);
}

Signs::Sign Signs::of(const Value &value) {
  const std::optional<Sum> rest =
      value.sum ? algebra->rest(*value.sum) : std::nullopt;
  if (!rest)
    return Sign::Unknown;
  if (rest->empty())
    return Sign::Zero;
  if (rest->size() > 1 || rest->begin()->first != unit)
    return Sign::Unknown;
  return rest->begin()->second < 0 ? Sign::Negative : Sign::Positive;
}

Signs::Likeness Signs::compare(const Value &value, const Value &other) {
  if (!value.sum || !other.sum)
    return Likeness::Unknown;
  const std::optional<Sum> otherRest = algebra->rest(*other.sum);
  std::optional<Sum> rest = algebra->rest(*value.sum);
  return rest && otherRest ? algebra->compare(std::move(*rest), *otherRest)
                           : Likeness::Unknown;
}

} // namespace sparsec::poly
