//===- LoopView.h - a statement as its loops see it -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_IR_LOOPVIEW_H
#define SPARSEC_LIB_IR_LOOPVIEW_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec {

/// A statement in terms of the values of the loops around it. Where these do
/// not tell its instances apart, its body stays in terms of its iterators.
struct LoopView {
  /// For its body; it has no constraints.
  Statement statement;
  /// Outermost first.
  std::vector<std::string> loops;
  /// `{ L[loop values] }` of all instances.
  isl::set instances;
  /// `{ L[loop values] }`: what is known of parameters and calls.
  isl::set facts;
  /// For each loop: the calls that its bounds may not mention, as loops in it
  /// bind what they are called with.
  std::vector<std::vector<std::string>> unknown;

  /// `{ L[values of loops up to pos] }`.
  isl::set valuesOf(unsigned pos) const;
};

LoopView viewFromLoops(const Program &program, const Statement &statement,
                       const ScheduleTree &tree);

} // namespace sparsec

#endif // SPARSEC_LIB_IR_LOOPVIEW_H
