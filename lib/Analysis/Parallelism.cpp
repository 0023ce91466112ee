//===- Parallelism.cpp - which loops may run in parallel ------------------===//
///
/// \file
/// A loop may run in parallel when no two of its iterations, within one
/// iteration of the loops around it, touch one element that one of them
/// writes. That holds for reductions too: they may be reordered, but two
/// threads must not update one element at once.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"

#include "StepCheck.h"

#include "sparsec/IR/LoopSpace.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Whether two threads have an array each.
bool isPerThread(const Program &program, const std::string &array) {
  auto found = program.arrays.find(array);
  return found != program.arrays.end() && found->second.perThread;
}

class ParallelLoop {
public:
  /// \p lanes: of one vector, which may share the element of a reduction.
  ParallelLoop(const Program &program, const ScheduleTree &loop, bool lanes)
      : program(program), loop(loop),
        sharesReductions(lanes && isInnermost(loop)) {}

  std::string why() const {
    for (const std::string &first : loop.statements())
      for (const std::string &second : loop.statements())
        if (std::string reason =
                whyNot(program.statement(first), program.statement(second));
            !reason.empty())
          return reason;
    return "";
  }

private:
  std::string whyNot(const Statement &first, const Statement &second) const {
    std::optional<InstancePair> pair;
    std::optional<isl::set> crossing;
    for (const Touch &a : touchesOf(first))
      for (const Touch &b : touchesOf(second)) {
        if (!mayConflict(a, b) || isPerThread(program, a.array) ||
            isSharedReduction(first, a, second, b))
          continue;
        if (!pair) {
          pair.emplace(program, program, first, second);
          crossing = iterations(*pair);
        }
        isl::set points = crossing->intersect(
            pair->sameElement(pair->first, a, pair->second, b));
        if (!proves(program.context.ctx(),
                    [&] { return pair->facts.provesEmpty(points); }))
          return message(first, a, second, b);
      }
    return "";
  }

  static bool isInnermost(const ScheduleTree &loop) {
    bool innermost = true;
    loop.children.front().walk(
        [&](const ScheduleTree &node) { innermost &= !node.isLoop(); });
    return innermost;
  }

  /// Whether both update the one element of a reduction that all iterations
  /// of the loop share, in lanes.
  bool isSharedReduction(const Statement &first, const Touch &a,
                         const Statement &second, const Touch &b) const {
    return sharesReductions && areReductions(a, b) && isInvariant(first, a) &&
           isInvariant(second, b);
  }

  /// Whether the loops outside determine the element of \p touch.
  bool isInvariant(const Statement &statement, const Touch &touch) const {
    if (!touch.subscripts)
      return false;
    LoopSpace space(program, statement, program.phaseOf(statement.name)->tree);
    auto position = llvm::find(space.loops(), loop.name);
    unsigned depth = unsigned(position - space.loops().begin());
    std::vector<std::string> known = space.availableCalls(depth);
    return llvm::all_of(*touch.subscripts, [&](const isl::pw_aff &subscript) {
      return space.isDetermined(subscript, depth, known);
    });
  }

  /// Both exist, in different iterations of the loop, the first one earlier.
  isl::set iterations(const InstancePair &pair) const {
    isl::set result = pair.instances();
    for (const OrderLevel &level : pair.orderLevels(pair.first, pair.second))
      if (level.loop == &loop)
        return result.intersect(level.order);
    return isl::set::empty(pair.facts.space());
  }

  std::string message(const Statement &first, const Touch &a,
                      const Statement &second, const Touch &b) const {
    std::string element = a.array;
    if (a.subscripts)
      for (const isl::pw_aff &subscript : *a.subscripts)
        element += "[" + affineText(subscript, first.iterators) + "]";
    if (areReductions(a, b))
      return "loop '" + loop.name + "' carries the reduction into " + element +
             " of " + instanceText(first, "") +
             ": different iterations may update one element; choose a loop "
             "that owns the element, scalar_expand it, or reorder by compact" +
             suggestFact(program, first, a, second, b);
    std::string verb = a.isWrite && b.isRead ? "reads"
                       : b.isWrite           ? "overwrites"
                                             : "touches";
    std::string text = "iterations of loop '" + loop.name + "' share '" +
                       a.array + "': " + instanceText(second, "'") + " " +
                       verb + " " + element + " that an earlier " +
                       instanceText(first, "") +
                       (a.isWrite ? " writes" : " reads");
    if (program.arrays.count(a.array) && program.arrays.at(a.array).isScalar())
      return text + "; scalar_expand '" + a.array + "' over the loop first";
    return text + suggestFact(program, first, a, second, b);
  }

  const Program &program;
  const ScheduleTree &loop;
  bool sharesReductions;
};

std::string whyNot(const Program &program, const std::string &statement,
                   const std::string &loop, bool lanes) {
  if (isUnchecked())
    return "";
  const Phase *phase = program.phaseOf(statement);
  const ScheduleTree *node =
      phase ? phase->tree.findLoop(statement, loop) : nullptr;
  if (!node)
    return "there is no loop '" + loop + "' around '" + statement + "'";
  try {
    return ParallelLoop(program, *node, lanes).why();
  } catch (const isl::exception &failure) {
    return std::string("isl cannot decide it: ") + failure.what();
  }
}

} // namespace

std::string whyNotParallel(const Program &program, const std::string &statement,
                           const std::string &loop) {
  return whyNot(program, statement, loop, /*lanes=*/false);
}

std::string whyNotSimd(const Program &program, const std::string &statement,
                       const std::string &loop) {
  return whyNot(program, statement, loop, /*lanes=*/true);
}

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

/// Whether every outer loop of \p name around \p statement, and the loop
/// itself, is in \p now as it was in \p old; \p now may have more.
static bool isStillThere(const ScheduleTree &old, const ScheduleTree &now,
                         const std::string &statement,
                         const std::string &name) {
  const ScheduleTree *inner = now.findLoop(statement, name);
  for (const ScheduleTree *loop : old.loopsAround(statement)) {
    const ScheduleTree *same = now.findLoop(statement, loop->name);
    bool isOutside = same && same->findLoop(statement, inner->name);
    if (!isOutside || same->statements() != loop->statements() ||
        !same->values.at(statement).plain_is_equal(loop->values.at(statement)))
      return false;
    if (loop->name == name)
      return loop->marks.parallel;
  }
  return false;
}

/// A step vouches for the parallel loops of the inspector that it makes; a
/// later one that changes such a loop must prove it.
static std::string changedInspectors(const Program &before,
                                     const Program &after) {
  std::string reason;
  for (const Phase &phase : after.phases) {
    if (phase.role == Phase::Role::Execute)
      continue;
    phase.tree.walk([&](const ScheduleTree &node) {
      if (!reason.empty() || !node.isLoop() || !node.marks.parallel)
        return;
      std::string statement = node.statements().front();
      const Phase *old = before.phaseOf(statement);
      if (!old || isStillThere(old->tree, phase.tree, statement, node.name))
        return;
      std::string why = whyNot(after, statement, node.name, /*lanes=*/false);
      if (!why.empty())
        reason = "loop '" + node.name + "' of the inspector is parallel, but " +
                 "then " + why;
    });
  }
  return reason;
}

llvm::Error checkParallelMarks(const Program &before, const Program &after) {
  std::string reason = threadsInLanes(after.executePhase().tree);
  if (reason.empty())
    reason = changedInspectors(before, after);
  const ScheduleTree &tree = after.executePhase().tree;
  tree.walk([&](const ScheduleTree &node) {
    if (!reason.empty() || !node.isLoop() ||
        !(node.marks.parallel || node.marks.simd))
      return;
    std::string why = whyNot(after, node.statements().front(), node.name,
                             /*lanes=*/!node.marks.parallel);
    if (!why.empty())
      reason = "loop '" + node.name + "' is marked " +
               (node.marks.parallel ? "parallel" : "simd") + ", but then " +
               why;
  });
  return reason.empty() ? llvm::Error::success() : refusal(reason);
}

} // namespace sparsec
