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
  void setZero(const isl::pw_aff &value) {
    // A value that cannot be read is not made use of.
    if (std::optional<Quotient> read = reader.read(value))
      rows.add(read->sum);
  }

  /// A positive multiple of \p value by rows; equal floors are one.
  std::optional<Sum> rest(const isl::pw_aff &value) {
    std::optional<Quotient> read = reader.read(value);
    return read ? rest(std::move(read->sum)) : std::nullopt;
  }

  Likeness compare(Sum value, const Sum &other);

private:
  std::optional<Sum> rest(Sum sum);
  bool mergesFloors(const Sum &sum);
  std::vector<std::string> floorsOf(const Sum &sum) const;
  std::optional<Sum> insideDifference(const std::string &first,
                                      const std::string &second);
  bool follows(const std::string &first, const std::string &second,
               const Sum &other);

  SumReader reader;
  Rows rows;
};

std::vector<std::string> Signs::Algebra::floorsOf(const Sum &sum) const {
  std::vector<std::string> floors;
  for (const auto &entry : sum)
    if (reader.isFloor(entry.first))
      floors.push_back(entry.first);
  return floors;
}

/// What is inside \p first minus what is inside \p second, times a positive
/// number.
std::optional<Sum> Signs::Algebra::insideDifference(const std::string &first,
                                                    const std::string &second) {
  const Quotient &a = reader.insideOf(first), &b = reader.insideOf(second);
  std::optional<Sum> difference = combined(a.sum, b.divisor, b.sum, -a.divisor);
  return difference ? rest(std::move(*difference)) : std::nullopt;
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
  return difference &&
         (difference->empty() ||
          compare(std::move(*difference), other) != Likeness::Unknown);
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

void Signs::setZero(const isl::pw_aff &value) { algebra->setZero(value); }

Signs::Sign Signs::of(const isl::pw_aff &value) {
  const std::optional<Sum> rest = algebra->rest(value);
  if (!rest)
    return Sign::Unknown;
  if (rest->empty())
    return Sign::Zero;
  if (rest->size() > 1 || rest->begin()->first != unit)
    return Sign::Unknown;
  return rest->begin()->second < 0 ? Sign::Negative : Sign::Positive;
}

Signs::Likeness Signs::compare(const isl::pw_aff &value,
                               const isl::pw_aff &other) {
  std::optional<Sum> rest = algebra->rest(value);
  const std::optional<Sum> otherRest = algebra->rest(other);
  if (!rest || !otherRest)
    return Likeness::Unknown;
  // The second one may have made floors one.
  rest = algebra->rest(value);
  return rest ? algebra->compare(std::move(*rest), *otherRest)
              : Likeness::Unknown;
}

} // namespace sparsec::poly
