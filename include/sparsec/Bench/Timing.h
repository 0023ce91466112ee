//===- Timing.h - seconds that a driver measured ----------------*- C++ -*-===//
#ifndef SPARSEC_BENCH_TIMING_H
#define SPARSEC_BENCH_TIMING_H

#include <string>

namespace sparsec::bench {

/// Seconds that rounds took: the median and the quartiles or, of fewer than 11
/// rounds, the least and the most.
struct Sample {
  double median = 0, low = 0, high = 0;
  /// From low to high, as a part of the median.
  double spread() const { return median > 0 ? (high - low) / median : 0; }
};

/// What a driver timed of one candidate. On a GPU an execution is one with a
/// cold cache, and the original, on the host, takes no turns.
struct Timing {
  std::string input;
  int threads = 1;
  Sample inspect, execute, original;
  int candidate = 0; ///< its number in the driver
  int rounds = 0;
  bool isDropped = false; ///< before the others were done
  /// Of the original, in times of the candidate.
  double speedup() const {
    return execute.median > 0 ? original.median / execute.median : 0;
  }
  /// Seconds of one execution; with \p runs of an inspection and so many.
  Sample cost(double runs) const;
};

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_TIMING_H
