//===- SegmentedLoop.h - a loop in segments of a schedule -------*- C++ -*-===//
///
/// \file
/// A loop whose iterations an inspector puts into segments within segments:
///
///     for i                         for w in [0, waves)
///       S(i, ..)              =>      for k in [tasks[w], tasks[w + 1])
///                                       for p in [rows[k], rows[k + 1])
///                                         S(perm[p], ..)
///
/// with one or more loops over segments around the loop over places: its
/// executor, and what is known of the arrays. Who fills them is another matter
/// (DependenceSchedule.h), and several loops may have the same ones.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_SEGMENTEDLOOP_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_SEGMENTEDLOOP_H

#include "Inspection/NumberedLoop.h"

#include "sparsec/Analysis/IterationOrder.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

class SegmentedLoop {
public:
  /// A loop over segments: of places, or of the segments of the next loop.
  struct Segments {
    std::string loop;    ///< its name; chosen from \c stem where empty
    std::string stem;    ///< "wave"
    std::string count;   ///< the parameter: how many there are
    std::string pointer; ///< the array: segment s is [pointer[s], pointer[s+1])
  };
  using Inside = NumberedLoop::Inside;

  /// The loop \p loop around \p statement; its places are those of a loop
  /// \p rowLoop.
  SegmentedLoop(const Program &program, std::string statement, std::string loop,
                std::string rowLoop)
      : old(program), statement(std::move(statement)), loop(std::move(loop)),
        rowLoop(std::move(rowLoop)) {}

  /// Finds the loop, its order, and names for the loops over segments. Fails
  /// where the loop cannot be numbered, or its order is too much to look for.
  llvm::Error find();
  /// Names for what belongs to this loop alone in \p next; the counts and
  /// pointers of \c segments are "_" and more until then.
  void nameArrays(const Program &next);
  /// Puts the loops over segments around the statements of \p result; the
  /// outermost new loop.
  ScheduleTree &replaceLoops(StepResult &result) const;
  /// What is known of the arrays: of all of them, or that their order is one of
  /// this loop, too.
  void addArrayFacts(Program &next) const;
  void addOrderFacts(Program &next) const;

  const Program &old;
  const std::string statement, loop;
  std::string rowLoop;
  std::vector<Segments> segments; ///< outermost first
  /// Places in the innermost segment at most, where that is known.
  long rowsAtMost = 0;
  NumberedLoop numbered;
  IterationOrder order;
  std::string perm;   ///< index array
  std::string lister; ///< inspector: lists the iterations in perm
  /// Whether iterations that depend on each other keep their order. Else the
  /// schedule only keeps those apart that update one element of these arrays.
  bool keepsOrder = true;
  std::set<std::string> updated;
  /// Numbers count from the loop's greatest value down: for a source loop that
  /// counts down they are its values.
  bool isDescending = false;
  /// The source's least value of the loop, where that is no constant: perm then
  /// holds values instead of numbers. `base + perm(p)` would be a sum, of which
  /// the facts that compare elements of index arrays say nothing.
  std::optional<isl::pw_aff> base;

  isl::pw_aff count(const std::string &parameter) const {
    return poly::parameter(isl::space::unit(old.context.ctx()), parameter);
  }

private:
  llvm::Error findLoop();
  llvm::Error nameLoops(const ScheduleTree &node);
  llvm::Error findOrder();
  std::string sumOfAll() const;
  void keepToLoop(PairVisit &visit) const;
  isl::pw_aff leastRow() const;
  isl::pw_aff valueOf(const isl::pw_aff &number) const;
  isl::pw_aff numberOf(const isl::pw_aff &element) const;
  Statement executing(const Inside &inside, const Program &next,
                      isl::pw_multi_aff &map,
                      std::optional<isl::set> &listed) const;
  InstanceMap instanceMap(const Inside &inside, const Statement &made,
                          const isl::pw_multi_aff &map,
                          const isl::set &listed) const;
  void replace(const Inside &inside, StepResult &result) const;
  void widenPrivates(Program &next) const;
  void addPointerFacts(Program &next, const std::string &pointer,
                       const isl::pw_aff &segments,
                       const isl::pw_aff &entries) const;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_SEGMENTEDLOOP_H
