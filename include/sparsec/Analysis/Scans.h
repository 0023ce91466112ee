//===- Scans.h - loops that see what they have added ------------*- C++ -*-===//
///
/// \file
/// Iterations of a loop may read what those before them have added up: the
/// next free place of a list, the sum of all lengths so far.
///
///     for i                                  the first thread counts from n0,
///       if (keep[i])                         the next one from there, ..: each
///         out[n] = x[i]                      has added up its own part before
///         n += 1                             it runs, and a scan of the parts
///                                            tells where it begins
///
/// Such arrays and scalars are *counters*. Each thread runs a loop's *count*
/// first: those statements that update counters, and what these need. Blelloch,
/// Prefix Sums and Their Applications, 1990, section 1.2 (blocks of a scan).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_ANALYSIS_SCANS_H
#define SPARSEC_ANALYSIS_SCANS_H

#include "sparsec/IR/Program.h"

#include <map>
#include <set>
#include <string>

namespace sparsec {

/// What iterations use of a counter to tell elements apart.
struct Place {
  std::string counter;
  long offset = 0;           ///< that is added to it
  bool isBehindStep = false; ///< it was stepped before, and not afterwards

  bool operator==(const Place &) const = default;
};

struct Scan {
  /// Arrays and scalars that iterations only add to and read.
  std::set<std::string> counters;
  /// The statements of the count.
  std::set<std::string> count;
  /// Array => where iterations touch it, each time that they step the counter:
  /// no two of them touch one element. For arrays of counters that is so as
  /// long as places of one element end where those of the next begin.
  std::map<std::string, Place> places;
  /// The counters of places that are stepped downwards.
  std::set<std::string> downwards;
  /// Why threads cannot count before they run; "" if they can.
  std::string problem;

  /// Whether \p counter has to be asked, while the program runs, if what is
  /// counted for its elements keeps apart.
  bool asksForOrder(const Program &program, const std::string &counter) const;
};

/// What threads that share \p loop of \p program count. Where nothing is read
/// of what iterations add there are no counters.
Scan scanOf(const Program &program, const ScheduleTree &loop);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_SCANS_H
