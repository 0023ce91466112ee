//===- Random.h - random numbers that are the same everywhere ---*- C++ -*-===//
///
/// \file
/// Standard C++ only: a part of drivers that make their inputs on another
/// machine (MatrixMaker.h).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_BENCH_RANDOM_H
#define SPARSEC_BENCH_RANDOM_H

#include <cstdint>

namespace sparsec::bench {

/// Small and fast (splitmix64).
class Random {
public:
  explicit Random(uint64_t seed) : current(seed) {}

  uint64_t next() {
    uint64_t z = current += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, bound); bound > 0.
  int64_t below(int64_t bound) {
    return static_cast<int64_t>(next() % static_cast<uint64_t>(bound));
  }
  /// Uniform in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Of random sign, magnitude in [0.25, 1).
  double value() {
    double magnitude = 0.25 + 0.75 * unit();
    return next() & 1 ? -magnitude : magnitude;
  }

  /// A generator made with this seed continues the sequence.
  uint64_t state() const { return current; }

private:
  uint64_t current;
};

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_RANDOM_H
