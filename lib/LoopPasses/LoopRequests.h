//===- LoopRequests.h - marks that code has, and has not --------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_LOOPREQUESTS_H
#define SPARSEC_LIB_LOOPPASSES_LOOPREQUESTS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/CodeWarning.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <map>
#include <set>
#include <vector>

namespace sparsec {

/// Follows the marks of a phase's loops through the passes. Each is carried out
/// where some node of its loop has it when the pass comes that consumes it, or
/// when the loops are printed; of the others the recipe's author is told.
class LoopRequests {
public:
  /// The nodes right after isl.
  void start(const LoopAst &ast);
  /// The pass for \p request is next, or all passes are done.
  void carryOut(const LoopAst &ast, LoopRequest request);
  /// Tells \p warn of marks of \p phase that were not carried out.
  void report(const LoopAst &ast, const Phase &phase,
              const WarningSink &warn) const;

private:
  using Loop = const ScheduleTree *;

  std::string whyLost(const LoopAst &ast, const ScheduleTree &loop,
                      LoopRequest request) const;
  bool isDone(const ScheduleTree &loop, LoopRequest request) const;

  /// Loops of which isl made nodes.
  std::set<Loop> looped;
  std::map<LoopRequest, std::set<Loop>> done;
};

/// Whether a loop \p loop of some phase is weak.
bool hasWeakLoop(const Program &program, const std::string &loop);
/// Tells \p warn of loops that visit iterations only to find that these do
/// nothing: all of the body stands under a condition that could have been a
/// bound.
void reportWeakBounds(const LoopAst &ast, const WarningSink &warn);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_LOOPREQUESTS_H
