//===- KeptOrder.h - what a step leaves in its order ------------*- C++ -*-===//
///
/// \file
/// A step mostly changes a few statements of many. What it leaves alone was
/// proved when it was made, and is found here without isl. Private to
/// lib/Analysis.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_KEPTORDER_H
#define SPARSEC_LIB_ANALYSIS_KEPTORDER_H

#include "StepCheck.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// Where the statements of a program stand.
class Places {
public:
  explicit Places(const Program &program);

  /// Nodes from a phase's root to a statement, each with the child that leads
  /// on.
  struct Place {
    size_t phase = 0;
    std::vector<std::pair<const ScheduleTree *, size_t>> path;
  };
  const Place &of(const std::string &statement) const {
    return places.at(statement);
  }

private:
  void add(const ScheduleTree &node, Place &above);
  std::map<std::string, Place> places;
};

/// Compares the order of instances before and after a step.
class KeptOrder {
public:
  KeptOrder(const Program &before, const Program &after)
      : before(before), after(after) {}

  /// Whether both old statements are of one phase.
  bool sharePhase(const Successor &a, const Successor &b) const;
  /// Whether all instances of \p a and \p b are as they were and run in the
  /// order in which they ran: their common loops have the same values, and they
  /// stand on the same sides of sequences.
  bool keeps(const Successor &a, const Successor &b) const;

private:
  bool isSameLoop(const Successor &user, const ScheduleTree &old,
                  const ScheduleTree &now) const;
  Places before, after;
};

/// For each of \p successors those, in their order, whose old statements touch
/// an array that it touches, one of the two writing.
std::vector<std::vector<size_t>>
meetingSuccessors(const std::vector<Successor> &successors);

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_KEPTORDER_H
