//===- Intervals.h - sets of integers ---------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_BENCH_INTERVALS_H
#define SPARSEC_LIB_BENCH_INTERVALS_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace sparsec::bench {

/// A union of intervals `[first, second]`, apart from each other and in order.
/// Numbers beyond `least` and `most` stand for infinite ones.
class Intervals {
public:
  static constexpr int64_t most = int64_t{1} << 61, least = -most;

  static Intervals none() { return {}; }
  static Intervals all() { return between(least, most); }
  static Intervals between(int64_t low, int64_t high);
  /// What x satisfies `factor * x + constant >= 0`, or `== 0`.
  static Intervals solution(int64_t factor, int64_t constant, bool isEquality);

  bool isEmpty() const { return parts.empty(); }
  bool isAll() const {
    return parts.size() == 1 && parts[0].first == least &&
           parts[0].second == most;
  }
  int64_t lowest() const { return parts.front().first; }
  int64_t highest() const { return parts.back().second; }

  Intervals intersect(const Intervals &other) const;
  Intervals unite(const Intervals &other) const;
  Intervals complement() const;

  /// The first number from \p value on, upwards or downwards.
  std::optional<int64_t> next(int64_t value) const;
  std::optional<int64_t> previous(int64_t value) const;

private:
  llvm::SmallVector<std::pair<int64_t, int64_t>, 2> parts;
};

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_INTERVALS_H
