//===- RunGatherer.h - runs of updates, gathered by threads -----*- C++ -*-===//
///
/// \file
/// Iterations of a loop marked LoopMarks::Updates::Segments update elements
/// that do not fall. A thread adds up a run of updates of one element, and
/// updates the element when another one comes: the run has ended, in no other
/// thread. The last run of each thread may go on in the next one; it is carried
/// out of the loop, and those of all threads are added in their order:
///
///     parallel for e         =>   parallel for part in [0, parts)
///       y[row[e]] += x[e]           y_at = -1, y_sum = 0
///                                   for e in the part
///                                     if (row[e] != y_at)
///                                       if (y_at >= 0) y[y_at] += y_sum
///                                       y_at = row[e], y_sum = 0
///                                     y_sum += x[e]
///                                   y_places[part] = y_at
///                                   y_carried[part] = y_sum
///                                 for part in [0, parts)
///                                   if (y_places[part] >= 0)
///                                     y[y_places[part]] += y_carried[part]
///
/// There are neither copies of y nor atomic updates, and for one number of
/// threads the result is always the same.
///
/// Updates that stand side by side, as unrolling leaves them, are of one
/// element if the first and the last of them are, since elements do not fall:
///
///     y[row[e]] += x[e]            (the run of row[e] begins, if need be)
///     y[row[e + 1]] += x[e + 1]    if (row[e + 2] == y_at)
///     y[row[e + 2]] += x[e + 2]      y_sum += x[e] + x[e + 1] + x[e + 2]
///                              =>  else
///                                    y_sum += x[e]
///                                    .. each of the others by itself
///
/// so that inside of runs no addition and no branch waits for the one before.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPPASSES_RUNGATHERER_H
#define SPARSEC_LIB_LOOPPASSES_RUNGATHERER_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// Gathers what one loop, which runs through a part of the iterations, updates
/// together with those of other parts.
class RunGatherer {
public:
  using Nodes = std::vector<LoopNode>;

  /// \p part: its number, of \p parts.
  RunGatherer(const Program &program, LoopExpr part, LoopExpr parts)
      : program(program), part(std::move(part)), parts(std::move(parts)) {}

  /// Rewrites the updates in \p loop that are marked atomic.
  void gatherIn(LoopNode &loop);

  /// Goes in front of the loop over parts, around that of a part, and behind
  /// all.
  Nodes declared, begun, ended, joined;

private:
  struct Run {
    std::string sum;
    std::vector<std::string> at; ///< a local for each subscript
  };

  bool gatherIn(Nodes &nodes);
  Nodes gathered(llvm::ArrayRef<LoopNode> neighbours);
  Nodes together(llvm::ArrayRef<LoopNode> updates);
  Nodes oneByOne(llvm::ArrayRef<LoopNode> updates);
  Nodes entered(const LoopNode &update, bool isBegun);
  LoopNode added(const LoopNode &update);
  std::vector<LoopExpr> placesOf(const LoopNode &update, Nodes &before);
  Run &runOf(const LoopNode &update);
  void carry(const LoopNode &update, const Run &run);
  std::string newName(const std::string &stem);

  const Program &program;
  const LoopExpr part, parts;
  std::map<std::string, Run> runs; ///< array =>
  std::map<std::string, unsigned> names;
};

/// Takes from updates in \p nodes what let threads share their elements.
void updateAlone(std::vector<LoopNode> &nodes);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_RUNGATHERER_H
