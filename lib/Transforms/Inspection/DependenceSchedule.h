//===- DependenceSchedule.h - dependent iterations in order -----*- C++ -*-===//
///
/// \file
/// What sparse_wavefront and sparse_partition share.
/// An inspector lists whom each iteration of a loop meets (DependenceLists.cpp)
/// and finds a schedule of segments within segments; the executor runs through
/// them (DependenceSchedule.cpp):
///
///     for i                         for w in [0, waves)
///       S(i, ..)              =>      for k in [tasks[w], tasks[w + 1])
///                                       for p in [rows[k], rows[k + 1])
///                                         S(perm[p], ..)
///
/// with one or more loops over segments around the loop over places.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_DEPENDENCESCHEDULE_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_DEPENDENCESCHEDULE_H

#include "Inspection/NumberedLoop.h"
#include "Inspection/SegmentLists.h"

#include "sparsec/Analysis/IterationOrder.h"
#include "sparsec/Transforms/LoopUtils.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

class DependenceSchedule {
public:
  /// A loop over segments: of places, or of the segments of the next loop.
  struct Segments {
    std::string loop;    ///< its name; chosen from \c stem where empty
    std::string stem;    ///< "wave"
    std::string count;   ///< the parameter: how many there are
    std::string pointer; ///< the array: segment s is [pointer[s], pointer[s+1])
  };

protected:
  using Inside = NumberedLoop::Inside;

  DependenceSchedule(const Program &program, const Arguments &args)
      : old(program), statement(args.statement()), loop(args.text("loop")),
        rowLoop(args.text("name", loop)), result(startStep(program)),
        next(result.program), phases(next, rowLoop) {}

  /// Finds the loop, its order, and names for what every schedule has; the
  /// counts and pointers of \c segments are "_" and more until then.
  llvm::Error prepare();
  /// Puts the segments' loops around the statements, and says what is known of
  /// them: arrays, parameters and facts. The outermost new loop.
  ScheduleTree &schedule();
  /// Inspect phases: perm as the list of the iterations, and the lists of whom
  /// each one meets in `other[first[i] .. first[i + 1])`: null pointers where
  /// they are not needed.
  void listNeighbours();
  /// The permutation lists numbers; the source loop may count down.
  llvm::Expected<StepResult> finish();

  isl::pw_aff count(const std::string &parameter) const {
    return poly::parameter(isl::space::unit(old.context.ctx()), parameter);
  }
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

  const Program &old;
  const std::string statement, loop;
  std::string rowLoop;
  StepResult result;
  Program &next;
  InspectorBuilder phases;

  std::vector<Segments> segments; ///< outermost first
  /// Places in the innermost segment at most, where that is known.
  long rowsAtMost = 0;
  NumberedLoop numbered;
  std::string perm;         ///< index array
  std::string lister;       ///< inspector: lists the iterations in perm
  std::string first, other; ///< workspace: neighbours of an iteration
  std::string edges;        ///< parameter: neighbours of all iterations
  /// Asks whether the lists are needed, before they are made; they are where
  /// nothing asks.
  std::optional<action::Call> needsLists;
  /// Whether iterations that depend on each other keep their order. Else the
  /// schedule only keeps those apart that update one element of these arrays.
  bool keepsOrder = true;
  std::set<std::string> updated;
  /// Numbers count from the loop's greatest value down: for a source loop that
  /// counts down they are its values.
  bool isDescending = false;

private:
  llvm::Error findLoop();
  llvm::Error nameLoops(const ScheduleTree &node);
  llvm::Error findOrder();
  std::string sumOfAll() const;
  void keepToLoop(PairVisit &visit) const;
  // The executor.
  isl::pw_aff valueOf(const isl::pw_aff &number) const;
  Statement executing(const Inside &inside, isl::pw_multi_aff &map,
                      std::optional<isl::set> &listed) const;
  InstanceMap instanceMap(const Inside &inside, const Statement &made,
                          const isl::pw_multi_aff &map,
                          const isl::set &listed) const;
  void replace(const Inside &inside);
  ScheduleTree &replaceLoops();
  void widenPrivates();
  // Facts.
  void addPointerFacts(const std::string &pointer, const isl::pw_aff &segments,
                       const isl::pw_aff &entries);
  void addOrderFacts();
  // The inspector.
  Statement counting(const PairVisit &visit) const;
  Statement appending(const PairVisit &visit) const;
  Statement meetingLast(const PairVisit &visit, bool appends) const;
  llvm::Error findTables();
  void visitAll(bool appends);
  void dropRepeatedVisits();

  IterationOrder order;
  /// Key of a visit => the last iteration with each value of it.
  std::map<std::string, std::string> lastWith;
  std::map<std::string, isl::pw_aff> leastOf; ///< the key's least value
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_DEPENDENCESCHEDULE_H
