//===- Random.h - reproducible random choices -------------------*- C++ -*-===//
#ifndef SPARSEC_STRESS_RANDOM_H
#define SPARSEC_STRESS_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sparsec::stress {

/// splitmix64: the same choices on every machine, unlike <random>'s
/// distributions.
class Random {
public:
  /// The stream of case \p number under \p seed; streams are independent.
  Random(uint64_t seed, uint64_t number)
      : state(seed * 0x9e3779b97f4a7c15ULL ^
              (number + 1) * 0xd1342543de82ef95ULL) {
    next();
  }
  /// The choices that \p bytes make, a byte each where there are at most 256 to
  /// choose from; later ones are those of a fixed stream. So a fuzzer changes
  /// one choice and keeps the others.
  explicit Random(std::vector<uint8_t> bytes) : Random(0, 0) {
    chosen = std::move(bytes);
  }

  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  /// In [0, n); 0 for n = 0.
  int below(std::size_t n) {
    if (n == 0)
      return 0;
    return int((used < chosen.size() ? chosenBelow(n) : next() >> 11) % n);
  }
  /// In [low, high].
  int between(int low, int high) {
    return low + below(std::size_t(high - low) + 1);
  }
  bool chance(int percent) { return below(100) < percent; }

  template <typename Value>
  const Value &pick(const std::vector<Value> &values) {
    return values[std::size_t(below(values.size()))];
  }
  template <typename Value>
  void shuffle(std::vector<Value> &values) {
    for (std::size_t at = values.size(); at > 1; --at)
      std::swap(values[at - 1], values[std::size_t(below(at))]);
  }

private:
  uint64_t chosenBelow(std::size_t n) {
    uint64_t value = chosen[used++];
    for (std::size_t range = 256; range < n && used < chosen.size();
         range *= 256)
      value = value * 256 + chosen[used++];
    return value;
  }

  uint64_t state;
  std::vector<uint8_t> chosen;
  std::size_t used = 0; ///< of `chosen`
};

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_RANDOM_H
