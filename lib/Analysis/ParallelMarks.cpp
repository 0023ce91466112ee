//===- ParallelMarks.cpp - marked loops after a step ----------------------===//
///
/// \file
/// Which loops that are marked (parallel, simd, ..) a step has changed, and
/// whether their iterations still run at once.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"

#include "Conflicts.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {

/// A loop on threads inside one in vector lanes: OpenMP has no such thing.
static std::string threadsInLanes(const ScheduleTree &tree) {
  std::string reason;
  tree.walk([&](const ScheduleTree &lanes) {
    if (!lanes.isLoop() || !lanes.marks.simd)
      return;
    lanes.children.front().walk([&](const ScheduleTree &inner) {
      if (inner.isLoop() && inner.marks.parallel)
        reason = "loop '" + inner.name + "' is marked parallel inside loop '" +
                 lanes.name + "', which is marked simd; mark only one of them";
    });
  });
  return reason;
}

/// The word for the mark of \p marks that lets iterations run in another order
/// or at once; null for none.
static const char *orderMark(const LoopMarks &marks) {
  if (marks.parallel)
    return "parallel";
  if (marks.simd)
    return "simd";
  if (marks.digits.isSet)
    return "incremental";
  return marks.lanes ? "vectorize" : nullptr;
}

static Runners runnersOf(const LoopMarks &marks) {
  if (marks.digits.isSet || marks.lanes)
    return Runners::Parts;
  return marks.parallel ? runnersOf(marks.updates) : Runners::Lanes;
}

namespace {

/// Marks that a step leaves as they are: where every instance stays in its
/// iteration of the marked loop and of those around it, touches of arrays that
/// were there before were proved not to conflict when the mark was set.
class KeptMarks {
public:
  KeptMarks(const Program &before, const std::vector<Successor> &successors)
      : before(before), successors(successors) {}

  /// The statements of \p loop whose instances were in the same iterations of
  /// one loop with its mark; what a step adds is none of them.
  std::set<std::string> keptIn(const ScheduleTree &tree,
                               const ScheduleTree &loop) const {
    const ScheduleTree *former = nullptr;
    std::set<std::string> kept;
    for (const std::string &name : loop.statements()) {
      std::set<const ScheduleTree *> formers;
      for (const Successor &successor : successors)
        if (successor.now->name == name)
          formers.insert(formerLoop(tree, loop, successor));
      const ScheduleTree *own =
          formers.size() == 1 ? *formers.begin() : nullptr;
      if (own && former && own != former)
        return {};
      if (own)
        kept.insert(name);
      former = own ? own : former;
    }
    const bool isSame = former && orderMark(former->marks) &&
                        runnersOf(former->marks) == runnersOf(loop.marks);
    return isSame ? kept : std::set<std::string>();
  }

  /// Whether every old statement that \p statement runs touched the array of
  /// \p touch, and wrote it if \p touch does: at the same elements, since a
  /// step that moves values moves them to other arrays.
  bool wasTouched(const Statement &statement, const Touch &touch) const {
    return llvm::all_of(successors, [&](const Successor &successor) {
      return successor.now->name != statement.name ||
             touches(*successor.old, touch.array, touch.isWrite);
    });
  }

  /// Whether lanes of \p loop that did not conflict by \p touch cannot do so
  /// now. Those that share a reduction may, where the loop is no longer the
  /// innermost one, or other calls say which element it is.
  static bool staysInLane(const ScheduleTree &loop, const Statement &statement,
                          const Touch &touch) {
    return touch.reduction == Update::None ||
           (statement.calls.empty() && isInnermost(loop));
  }

private:
  /// The loop that \p loop was around the old statement; null where an
  /// instance may have changed its iteration, or is a new one: padding writes
  /// what no old instance wrote.
  const ScheduleTree *formerLoop(const ScheduleTree &tree,
                                 const ScheduleTree &loop,
                                 const Successor &successor) const {
    if (successor.padded || successor.merged)
      return nullptr;
    const std::string &name = successor.now->name, &old = successor.old->name;
    auto now = tree.loopsAround(name);
    auto then = before.phaseOf(old)->tree.loopsAround(old);
    for (size_t depth = 0; depth < now.size() && depth < then.size(); ++depth) {
      isl::pw_aff value = then[depth]->values.at(old);
      if (successor.map)
        value = value.pullback(*successor.map).coalesce();
      isl::pw_aff change = now[depth]->values.at(name).sub(value);
      if (now[depth]->name != then[depth]->name ||
          poly::constantValue(poly::dropUnusedParams(change)) != 0)
        return nullptr;
      if (now[depth] == &loop)
        return then[depth];
    }
    return nullptr;
  }

  const Program &before;
  const std::vector<Successor> &successors;
};

} // namespace

static std::optional<Refusal> unprovedMark(const Program &after,
                                           const ScheduleTree &tree,
                                           const KeptMarks &kept,
                                           Record &record) {
  std::optional<Refusal> refusal;
  tree.walk([&](const ScheduleTree &node) {
    const char *mark = node.isLoop() ? orderMark(node.marks) : nullptr;
    if (refusal || !mark)
      return;
    IsDecided isDecided;
    const bool areLanes = runnersOf(node.marks) == Runners::Lanes;
    std::set<std::string> same;
    if (areLanes || runnersOf(node.marks) == Runners::Threads)
      same = kept.keptIn(tree, node);
    if (!same.empty())
      isDecided = [&, areLanes](const Statement &statement,
                                const Touch &touch) {
        return same.count(statement.name) &&
               kept.wasTouched(statement, touch) &&
               (!areLanes || KeptMarks::staysInLane(node, statement, touch));
      };
    refusal = conflictIn(after, node, runnersOf(node.marks), record, isDecided);
    if (refusal)
      refusal->why = "loop '" + node.name + "' is marked " + mark +
                     ", but then " + refusal->why;
    else
      record.note("no two iterations conflict in loop '" + node.name +
                  "' around " + llvm::join(node.statements(), ", ") +
                  ", marked " + mark);
  });
  return refusal;
}

llvm::Error checkParallelMarks(const Program &before, const Program &after,
                               const std::vector<Successor> &successors,
                               Record &record) {
  const KeptMarks kept(before, successors);
  for (const Phase &phase : after.phases) {
    if (isSamePhase(before, after, phase))
      continue;
    if (std::string reason = threadsInLanes(phase.tree); !reason.empty())
      return refusal(reason);
    if (std::optional<Refusal> found =
            unprovedMark(after, phase.tree, kept, record))
      return illegal(std::move(*found));
  }
  return llvm::Error::success();
}

} // namespace sparsec
