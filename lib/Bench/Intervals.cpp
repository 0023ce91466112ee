//===- Intervals.cpp - sets of integers -----------------------------------===//
#include "Intervals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace sparsec::bench {

Intervals Intervals::between(int64_t low, int64_t high) {
  Intervals result;
  low = std::max(low, least);
  high = std::min(high, most);
  if (low <= high)
    result.parts.emplace_back(low, high);
  return result;
}

Intervals Intervals::solution(int64_t factor, int64_t constant,
                              bool isEquality) {
  if (factor == 0)
    return (isEquality ? constant == 0 : constant >= 0) ? all() : none();
  if (isEquality)
    return constant % factor == 0
               ? between(-(constant / factor), -(constant / factor))
               : none();
  return factor > 0
             ? between(llvm::divideCeilSigned(-constant, factor), most)
             : between(least, llvm::divideFloorSigned(constant, -factor));
}

Intervals Intervals::intersect(const Intervals &other) const {
  Intervals result;
  for (const auto &[low, high] : parts)
    for (const auto &[otherLow, otherHigh] : other.parts)
      if (std::max(low, otherLow) <= std::min(high, otherHigh))
        result.parts.emplace_back(std::max(low, otherLow),
                                  std::min(high, otherHigh));
  return result;
}

Intervals Intervals::complement() const {
  Intervals result;
  int64_t from = least;
  for (const auto &[low, high] : parts) {
    if (from < low)
      result.parts.emplace_back(from, low - 1);
    from = high + 1;
  }
  if (from <= most)
    result.parts.emplace_back(from, most);
  return result;
}

Intervals Intervals::unite(const Intervals &other) const {
  return complement().intersect(other.complement()).complement();
}

std::optional<int64_t> Intervals::next(int64_t value) const {
  for (const auto &[low, high] : parts)
    if (high >= value)
      return std::max(low, value);
  return std::nullopt;
}

std::optional<int64_t> Intervals::previous(int64_t value) const {
  for (const auto &[low, high] : llvm::reverse(parts))
    if (low <= value)
      return std::min(high, value);
  return std::nullopt;
}

} // namespace sparsec::bench
