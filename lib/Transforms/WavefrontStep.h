//===- WavefrontStep.h - one sparse_wavefront in the making -----*- C++ -*-===//
///
/// \file
/// Private to lib/Transforms: see SparseWavefront.cpp (executor and facts) and
/// WavefrontInspector.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_WAVEFRONTSTEP_H
#define SPARSEC_LIB_TRANSFORMS_WAVEFRONTSTEP_H

#include "InspectedLoop.h"

#include "sparsec/Analysis/IterationOrder.h"
#include "sparsec/Transforms/LoopUtils.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

class Wavefront {
public:
  using Inside = InspectedLoop::Inside;

  Wavefront(const Program &program, const Arguments &args)
      : old(program), statement(args.statement()), loop(args.text("loop")),
        waveLoop(args.text("waves")), taskLoop(args.text("tasks")),
        rowLoop(args.text("name", loop)),
        usesPoints(args.text("sync", "points") == "points"),
        result(startStep(program)), next(result.program),
        phases(next, rowLoop) {}

  llvm::Expected<StepResult> run();

private:
  llvm::Error findLoop();
  llvm::Error nameLoops(const ScheduleTree &node);
  llvm::Error findOrder();
  void nameParts();
  // The executor.
  isl::pw_aff valueOf(const isl::pw_aff &number) const;
  Statement executing(const Inside &inside, isl::pw_multi_aff &map) const;
  InstanceMap instanceMap(const Inside &inside, const Statement &made,
                          const isl::pw_multi_aff &map) const;
  void replace(const Inside &inside);
  void replaceLoops();
  void widenPrivates();
  // Facts.
  void addPermutationFacts();
  void addPointerFacts(const std::string &pointer, const isl::pw_aff &segments,
                       const isl::pw_aff &entries);
  void addOrderFacts();
  // The inspector.
  isl::pw_aff count(const std::string &parameter) const {
    return poly::parameter(isl::space::unit(old.context.ctx()), parameter);
  }
  Expr counter(const isl::pw_aff &number, long ahead) const;
  Statement counting(const PairVisit &visit) const;
  Statement appending(const PairVisit &visit) const;
  Statement meetingLast(const PairVisit &visit, bool appends) const;
  llvm::Error findTables();
  void visitAll(bool appends);
  Statement visiting(const PairVisit &visit, Statement body,
                     const std::string &name) const;
  void dropRepeatedVisits();
  void addParameters();
  void addArrays();
  void listNeighbours();
  void findWaves();
  void findWaits();
  std::vector<std::string> checked(const std::string &call) const;
  std::string function(const std::string &stem) const {
    return stem + (inspected.indexType.bytes > 4 ? "_long" : "_int");
  }

  const Program &old;
  const std::string statement, loop;
  std::string waveLoop, taskLoop, rowLoop;
  const bool usesPoints;
  StepResult result;
  Program &next;
  InspectorPhases phases;

  InspectedLoop inspected;
  IterationOrder order;
  /// Numbers count from the loop's greatest value down: for a source loop that
  /// counts down they are its values.
  bool isDescending = false;
  std::string lister, perm, tasksOf, rowsOf; ///< index arrays
  std::string waves, tasks, slots, waits;    ///< parameters
  std::string first, other, edges;           ///< neighbours of an iteration
  std::string taskOf, waveOf;                ///< workspace
  /// Key of a visit => the last iteration with each value of it.
  std::map<std::string, std::string> lastWith;
  std::map<std::string, isl::pw_aff> leastOf; ///< the key's least value
  std::string need, waitFirst, waitSlot, waitWave, progress;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_WAVEFRONTSTEP_H
