//===- Options.h - the command line of sparsec-stress -----------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_STRESS_OPTIONS_H
#define SPARSEC_TOOLS_STRESS_OPTIONS_H

#include "sparsec/Stress/Runner.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sparsec::stress {

struct Options {
  uint64_t seed = 1;
  double seconds = 60;
  /// At most so many cases; 0: as many as the time allows.
  uint64_t cases = 0;
  /// Only this case, with everything about it printed.
  std::optional<uint64_t> only;
  std::string keep;
  /// Gets the tables once a minute.
  std::string progress;
  bool report = false;
  /// Until each transformation was accepted once.
  bool cover = false;
  /// Draw this transformation mostly.
  std::string focus;
  /// Make kernels of this class only.
  std::string className;
  /// End with the first failing case.
  bool stop = false;
  bool trace = false;
  bool unchecked = false;
  /// One case in so many gets the checks that take long.
  uint64_t thorough = 8;
  /// One case in so many is compiled, the others are interpreted; 0: all are
  /// compiled and none is interpreted.
  uint64_t compiled = 0;
  unsigned jobs = 2;
  RunnerOptions runner;
};

/// Reads the command line; prints what is wrong with it and returns none.
std::optional<Options> parseOptions(int argc, char **argv);

} // namespace sparsec::stress

#endif // SPARSEC_TOOLS_STRESS_OPTIONS_H
