//===- StepTimes.h - where a run's time goes --------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_STEPTIMES_H
#define SPARSEC_TOOLS_SPARSEC_STEPTIMES_H

#include <chrono>
#include <string>
#include <vector>

namespace sparsec {

/// Of -time-steps. The whole run is cut into laps, one behind the other.
class StepTimes {
public:
  /// What was done since the last call, or since the start, is \p label; laps
  /// of one label are one row, such as a pass that runs for each phase.
  void lap(const std::string &label);
  /// Milliseconds and share of each row, in the order in which they began:
  /// `   12.1 ms   8.0 %  step 2: tile(S0, "i", 32)`; the last row is the sum.
  std::string table() const;

private:
  using Clock = std::chrono::steady_clock;
  struct Row {
    std::string label;
    double milliseconds;
  };
  Clock::time_point last = Clock::now();
  std::vector<Row> rows;
};

} // namespace sparsec

#endif // SPARSEC_TOOLS_SPARSEC_STEPTIMES_H
