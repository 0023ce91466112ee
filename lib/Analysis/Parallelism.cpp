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

class ParallelLoop {
public:
  /// \p lanes: of one vector, which may share the element of a reduction.
  ParallelLoop(const Program &program, const ScheduleTree &loop, bool lanes)
      : program(program), loop(loop), lanes(lanes),
        sharesReductions(lanes && isInnermost(loop)) {}

  std::string why() const {
    for (const std::string &name : loop.statements())
      if (lanes && program.statement(name).action)
        return "'" + name + "' is no assignment: a vector has no lanes for '" +
               program.statement(name).action->callee + "'";
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
        if (!mayConflict(a, b) || areAtomic(a, b) ||
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

  /// Whether threads, unlike lanes, may do both at once.
  bool areAtomic(const Touch &a, const Touch &b) const {
    return !lanes && a.isAtomic && b.isAtomic && areReductions(a, b);
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
           isInvariant(second, b) && !mayMeetNaN(a);
  }

  /// Vector lanes take minima and maxima in a way that C leaves open where an
  /// element is NaN.
  bool mayMeetNaN(const Touch &touch) const {
    bool isChoice = llvm::StringRef(touch.reduction).ends_with("min=") ||
                    llvm::StringRef(touch.reduction).ends_with("max=");
    auto array = program.arrays.find(touch.array);
    bool isInteger =
        array != program.arrays.end() && array->second.type.isInteger();
    return isChoice && !isInteger && !program.assumeFinite;
  }

  /// Whether the loops outside determine the element of \p touch and can name
  /// it: where `col(j) == i` holds, the lanes still see `y[col[j]]`.
  bool isInvariant(const Statement &statement, const Touch &touch) const {
    if (!touch.subscripts)
      return false;
    LoopSpace space(program, statement, program.phaseOf(statement.name)->tree);
    auto position = llvm::find(space.loops(), loop.name);
    unsigned depth = unsigned(position - space.loops().begin());
    std::vector<std::string> known = space.availableCalls(depth);
    return llvm::all_of(*touch.subscripts, [&](const isl::pw_aff &subscript) {
      bool isNamed = llvm::all_of(statement.calls, [&](const auto &entry) {
        return !poly::involvesParam(subscript, entry.first) ||
               llvm::is_contained(known, entry.first);
      });
      return isNamed && space.isDetermined(subscript, depth, known);
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
    if (areReductions(a, b) && sharesReductions && mayMeetNaN(a))
      return "lanes of loop '" + loop.name + "' would share " + element +
             " of " + instanceText(first, "") +
             ", whose minimum or maximum differs where an element is NaN; "
             "state assume_finite() before this step, or leave the loop "
             "unmarked";
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
  bool lanes, sharesReductions;
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

static std::string unprovedMark(const Program &after,
                                const ScheduleTree &tree) {
  std::string reason;
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
  return reason;
}

llvm::Error checkParallelMarks(const Program &before, const Program &after) {
  for (const Phase &phase : after.phases) {
    if (isSamePhase(before, after, phase))
      continue;
    std::string reason = threadsInLanes(phase.tree);
    if (reason.empty())
      reason = unprovedMark(after, phase.tree);
    if (!reason.empty())
      return refusal(reason);
  }
  return llvm::Error::success();
}

} // namespace sparsec
