//===- DependenceSchedule.h - dependent iterations in order -----*- C++ -*-===//
///
/// \file
/// What sparse_wavefront and sparse_partition share.
/// An inspector lists whom each iteration of a loop meets (DependenceLists.cpp)
/// and finds a schedule of segments within segments; the executor runs through
/// them (SegmentedLoop.h). Other loops over as many iterations may have the
/// same schedule: whom theirs meet is in the lists, too, so that what keeps the
/// order of one keeps that of all.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_DEPENDENCESCHEDULE_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_DEPENDENCESCHEDULE_H

#include "Inspection/SegmentLists.h"
#include "Inspection/SegmentedLoop.h"

#include "sparsec/Transforms/LoopUtils.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

class DependenceSchedule : protected SegmentedLoop {
protected:
  DependenceSchedule(const Program &program, const Arguments &args)
      : SegmentedLoop(program, args.statement(), args.text("loop"),
                      args.text("name", args.text("loop"))),
        result(startStep(program)), next(result.program),
        phases(next, rowLoop) {}

  /// Finds the loop and the ones around the statements \p also, their orders,
  /// and names for what every schedule has.
  llvm::Error prepare(const std::vector<std::string> &also = {});
  /// Puts the segments' loops around the statements, and says what is known of
  /// them: arrays, parameters and facts. The outermost new loop.
  ScheduleTree &schedule();
  /// Inspect phases: perm as the list of the iterations, and the lists of whom
  /// each one meets in `other[first[i] .. first[i + 1])`: null pointers where
  /// they are not needed.
  void listNeighbours();
  /// The last of these phases: perm lists values of a loop that counts down.
  void numbersToRows();
  llvm::Expected<StepResult> finish();

  std::string fresh(const std::string &stem) const {
    return next.freshName(rowLoop + stem);
  }
  /// An array of the plan from which the blocks of a kernel take tickets.
  std::string addTickets();
  /// A parameter of the plan that the inspector sets.
  void addParameter(const std::string &name, ElementType type);
  /// A call of \p function, of the version for the type of indices.
  action::Call calling(const RuntimeFunction &function,
                       std::vector<Argument> arguments) const {
    return callFor(numbered.indexType, function, std::move(arguments));
  }
  SegmentLists lists() const { return {first, numbered.indexType}; }
  const std::string &rows() const { return segments.back().pointer; }

  StepResult result;
  Program &next;
  InspectorBuilder phases;

  std::string first, other; ///< workspace: neighbours of an iteration
  std::string edges;        ///< parameter: neighbours of all iterations
  /// Asks whether the lists are needed, before they are made; they are where
  /// nothing asks.
  std::optional<action::Call> needsLists;
  /// Loops that have the schedule of this one: forwards, or backwards where
  /// only one of both counts down.
  std::vector<SegmentedLoop> others;
  bool isMirrored(const SegmentedLoop &one) const {
    return one.isDescending != isDescending;
  }

private:
  /// A visit of the pairs of \c loop, which is this one or one of the others.
  struct ListedVisit {
    const SegmentedLoop *loop;
    PairVisit visit;
  };

  std::string shiftsTogether(const SegmentedLoop &made) const;
  llvm::Error addOther(const std::string &other);
  // The inspector.
  struct KnownVisit;
  KnownVisit known(const ListedVisit &one, unsigned number) const;
  void gatherVisits();
  isl::pw_aff numberOf(const ListedVisit &one, unsigned dim) const;
  Statement inOwnValues(const ListedVisit &one, Statement nest) const;
  Statement counting(const ListedVisit &one) const;
  Statement appending(const ListedVisit &one) const;
  Statement meetingLast(const ListedVisit &one, bool appends) const;
  llvm::Error findTables();
  void visitAll(bool appends);

  std::vector<ListedVisit> visits;
  /// Key of a visit => the last iteration with each value of it.
  std::map<std::string, std::string> lastWith;
  std::map<std::string, isl::pw_aff> leastOf; ///< the key's least value
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_DEPENDENCESCHEDULE_H
