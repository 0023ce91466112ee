//===- LoopReport.h - which loops are parallel, or why not ------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_LOOPREPORT_H
#define SPARSEC_ANALYSIS_LOOPREPORT_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec {

/// Accesses of one array, one of them a write, by two iterations of a loop.
struct ConflictReport {
  /// "S2[i] writes x[i]", and where in the source.
  struct Side {
    std::string text;
    SourceSpan span;
  };
  std::string kind; ///< "flow", "anti", "output", "reduction"
  Side first, second;
  /// It happens, as far as is known; otherwise it cannot, by `facts`, of which
  /// none was found that can be left out, or, where there are none, whatever
  /// index arrays hold.
  bool isCarried = false;
  std::vector<std::string> facts;
};

struct LoopReport {
  enum class Verdict {
    Parallel, ///< marked, or it could be: see isMarked
    Lanes,    ///< in vector lanes, not on threads
    Rounds,   ///< in lanes where sums may be rounded differently
    Sequential,
  };
  Phase::Role role = Phase::Role::Execute;
  std::string loop;
  std::vector<std::string> statements; ///< in it
  SourceSpan span; ///< of the loop, or else of its first statement
  Verdict verdict = Verdict::Sequential;
  bool isMarked = false; ///< runs as the verdict says it may
  LoopMarks marks;       ///< how
  std::string reason;    ///< why it does not run on threads; "" where it may
  std::vector<ConflictReport> conflicts;
};

/// Which loops are asked for, and what of them.
struct LoopChoice {
  /// Loops around that statement, and conflicts that it has a side in; "": all.
  std::string statement = {};
  /// Each takes a proof, and a search for the facts that it needs.
  bool wantsConflicts = true;
  bool wantsInspectors = true; ///< and updates, beside the executor
};

/// Loops of every phase, in textual order.
std::vector<LoopReport> reportLoops(const Program &program,
                                    const LoopChoice &choice = {});

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_LOOPREPORT_H
