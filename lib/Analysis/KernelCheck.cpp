//===- KernelCheck.cpp - loops on the blocks and threads of a GPU ---------===//
///
/// \file
/// The loops of one kernel that are mapped to blocks and threads may run in any
/// order and at once. Nothing waits for other threads here: whatever loops
/// stand between the mapped ones, two threads must not touch one element that
/// one of them writes.
///
/// Which thread runs an instance: along each dimension the one of its loop's
/// value (CodeGen/KernelMaker.cpp gives equal values to one thread), or the
/// first one, where the statement is in no loop of that dimension; a statement
/// that only sets private scalars which other threads need is run by all of
/// them, each for itself. Updates that `reduce` lets threads combine are the
/// first thread's, those by segments some thread's; what threads update
/// atomically does not conflict.
///
//===----------------------------------------------------------------------===//

#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace sparsec {
namespace {

using Loops = std::vector<const ScheduleTree *>;

/// The mapped loops around \p statement from \p root on, outermost first.
Loops mappedLoops(const ScheduleTree &root, const std::string &statement) {
  Loops loops = root.loopsAround(statement);
  llvm::erase_if(loops, [](const ScheduleTree *loop) {
    return !loop->marks.gpu.isMapped();
  });
  return loops;
}

/// The loop around \p statement that is mapped as \p mark is, or null.
const ScheduleTree *loopOf(const Loops &loops, const GpuMark &mark) {
  auto found = llvm::find_if(loops, [&](const ScheduleTree *loop) {
    return loop->marks.gpu.level == mark.level &&
           loop->marks.gpu.dimension == mark.dimension;
  });
  return found == loops.end() ? nullptr : *found;
}

/// The outermost mapped loops of \p tree: one kernel each.
Loops kernelsOf(const ScheduleTree &tree) {
  if (tree.isLoop() && tree.marks.gpu.isMapped())
    return {&tree};
  Loops found;
  for (const ScheduleTree &child : tree.children)
    llvm::append_range(found, kernelsOf(child));
  return found;
}

class Kernel {
public:
  Kernel(const Program &program, const ScheduleTree &root, Record &record)
      : program(program), root(root), record(record),
        mapped(mappedLoops(root, root.statements().front())) {
    findRepeated();
  }

  std::optional<Refusal> problem() const {
    if (std::string why = misfit(); !why.empty())
      return because(why);
    for (const std::string &first : root.statements())
      for (const std::string &second : root.statements())
        if (std::optional<Refusal> found =
                conflict(program.statement(first), program.statement(second)))
          return found;
    return std::nullopt;
  }

private:
  Refusal because(const std::string &why) const {
    return {"kernel '" + root.marks.gpu.kernel + "': " + why, "", root.name,
            root.span};
  }

  std::string misfit() const;
  void findRepeated();
  bool isPrivate(const std::string &array) const;
  bool mayRepeat(const Statement &statement) const;
  bool isNeeded(const Statement &statement) const;
  std::string misfitOf(const ScheduleTree &loop) const;
  std::string misfitOf(const std::string &statement) const;
  std::optional<Refusal> conflict(const Statement &first,
                                  const Statement &second) const;
  isl::set sameLaunch(const InstancePair &pair) const;
  isl::set apart(const InstancePair &pair, const Touch &a,
                 const Touch &b) const;
  bool isCombined(const ScheduleTree *loop, const Touch &touch) const;
  bool mayShare(const ScheduleTree *own, const Touch &a,
                const ScheduleTree *other, const Touch &b) const;
  std::string hint(const Statement &first, const Touch &a,
                   const Statement &second, const Touch &b) const;

  const Program &program;
  const ScheduleTree &root;
  Record &record;
  Loops mapped;
  /// Statements that all threads run which are not told apart by their loops.
  std::set<std::string> repeated;
};

bool Kernel::isPrivate(const std::string &array) const {
  auto found = program.arrays.find(array);
  return found != program.arrays.end() &&
         found->second.owner == Array::Owner::Local;
}

/// Whether \p statement changes nothing but private scalars and arrays.
bool Kernel::mayRepeat(const Statement &statement) const {
  return llvm::all_of(touchesOf(statement), [&](const Touch &touch) {
    return !touch.isWrite || isPrivate(touch.array);
  });
}

/// Whether threads that do not run \p statement read what it sets.
bool Kernel::isNeeded(const Statement &statement) const {
  Loops own = mappedLoops(root, statement.name);
  for (const std::string &name : root.statements()) {
    Loops loops = mappedLoops(root, name);
    bool isApart = repeated.count(name) ||
                   llvm::any_of(loops, [&](const ScheduleTree *loop) {
                     return !loopOf(own, loop->marks.gpu);
                   });
    if (name == statement.name || !isApart)
      continue;
    for (const Touch &read : touchesOf(program.statement(name)))
      if (read.isRead && read.reduction.empty() &&
          touches(statement, read.array, /*onlyWrites=*/true))
        return true;
  }
  return false;
}

void Kernel::findRepeated() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::string &name : root.statements()) {
      const Statement &statement = program.statement(name);
      if (!repeated.count(name) && mayRepeat(statement) && isNeeded(statement))
        changed = repeated.insert(name).second;
    }
  }
}

/// Why \p loop, in the kernel, has no place there; "" when it has.
std::string Kernel::misfitOf(const ScheduleTree &loop) const {
  if (loop.marks.parallel || loop.marks.simd)
    return "loop '" + loop.name + "' is marked " +
           (loop.marks.parallel ? "parallel" : "simd") +
           ", which is for the CPU";
  // Copies of the body would give values to other threads than CodeGen's
  // loops do.
  if (loop.marks.gpu.isMapped() && loop.marks.unroll != 1)
    return "loop '" + loop.name + "' is unrolled and mapped to " +
           loop.marks.gpu.text() +
           "; tile it, map the outer loop and unroll the inner one";
  if (loop.marks.gpu.isMapped() &&
      loop.marks.gpu.kernel != root.marks.gpu.kernel)
    return "loop '" + loop.name + "' belongs to kernel '" +
           loop.marks.gpu.kernel + "'";
  return "";
}

/// Why the loops do not make a grid of blocks of threads; "" when they do.
std::string Kernel::misfit() const {
  std::string reason;
  root.walk([&](const ScheduleTree &node) {
    if (node.isLoop() && reason.empty())
      reason = misfitOf(node);
  });
  if (!reason.empty())
    return reason;
  for (const std::string &name : root.statements())
    if (std::string why = misfitOf(name); !why.empty())
      return why;
  return "";
}

/// The same for the mapped loops around \p statement.
std::string Kernel::misfitOf(const std::string &statement) const {
  Loops loops = mappedLoops(root, statement);
  for (size_t pos = 0; pos < loops.size(); ++pos)
    for (size_t other = 0; other < pos; ++other) {
      const GpuMark &inner = loops[pos]->marks.gpu,
                    &outer = loops[other]->marks.gpu;
      if (inner.level == outer.level && inner.dimension == outer.dimension)
        return "loops '" + loops[other]->name + "' and '" + loops[pos]->name +
               "' are both mapped to " + inner.text();
      if (inner.level == GpuMark::Level::Block &&
          outer.level == GpuMark::Level::Thread)
        return "loop '" + loops[pos]->name +
               "' is mapped to blocks inside "
               "loop '" +
               loops[other]->name + "', mapped to threads";
    }
  auto isThread = [](const ScheduleTree *loop) {
    return loop->marks.gpu.level == GpuMark::Level::Thread;
  };
  Loops blocks = loops, all = mapped;
  llvm::erase_if(blocks, isThread);
  llvm::erase_if(all, isThread);
  if (blocks != all)
    return "'" + statement + "' is not in all the loops that '" +
           root.statements().front() +
           "' is in and that are mapped to blocks; every block would run it";
  return "";
}

/// `{ [S -> T] }`: run in one launch.
isl::set Kernel::sameLaunch(const InstancePair &pair) const {
  std::vector<TimeStep> first =
                            timeSteps(pair.first.tree, pair.first.statement),
                        second =
                            timeSteps(pair.second.tree, pair.second.statement);
  isl::set together = pair.instances();
  for (size_t k = 0; k < first.size() && first[k].loop != &root; ++k)
    if (first[k].loop)
      together = together.intersect(
          pair.first.import.value(first[k].value)
              .eq_set(pair.second.import.value(second[k].value)));
  return together;
}

/// Whether threads of \p loop, which may be null, do what \p touch does
/// together.
bool Kernel::isCombined(const ScheduleTree *loop, const Touch &touch) const {
  return loop && !touch.reduction.empty() &&
         loop->marks.gpu.sharing == GpuMark::Sharing::Combined &&
         mayChangePlaces(program, touch, touch, program.allowReassociation);
}

/// Whether the threads of the loops may update one element as the loops' marks
/// say.
bool Kernel::mayShare(const ScheduleTree *own, const Touch &a,
                      const ScheduleTree *other, const Touch &b) const {
  if (!own || !other ||
      !mayChangePlaces(program, a, b, program.allowReassociation))
    return false;
  auto isAtomic = [](const ScheduleTree *loop) {
    return loop->marks.gpu.sharing == GpuMark::Sharing::Atomic ||
           loop->marks.gpu.sharing == GpuMark::Sharing::Segments;
  };
  return (isAtomic(own) && isAtomic(other)) ||
         (own == other && isCombined(own, a));
}

/// Whether another thread of \p loop may do what \p touch does.
bool isElsewhere(const ScheduleTree *loop, const Touch &touch) {
  return loop && !touch.reduction.empty() &&
         loop->marks.gpu.sharing == GpuMark::Sharing::Segments;
}

/// `{ [S -> T] }`: touched by different threads, as far as is known.
isl::set Kernel::apart(const InstancePair &pair, const Touch &a,
                       const Touch &b) const {
  Loops first = mappedLoops(root, pair.first.statement.name),
        second = mappedLoops(root, pair.second.statement.name), all = first;
  llvm::append_range(all, second);
  isl::set result = isl::set::empty(pair.facts.space());
  bool byAll = repeated.count(pair.first.statement.name) != 0,
       otherByAll = repeated.count(pair.second.statement.name) != 0;
  // Each thread has what it has set itself.
  if (isPrivate(a.array) && ((byAll && a.isWrite) || (otherByAll && b.isWrite)))
    return result;
  if (byAll || otherByAll)
    return isl::set::universe(pair.facts.space());
  for (const ScheduleTree *loop : all) {
    const ScheduleTree *own = loopOf(first, loop->marks.gpu),
                       *other = loopOf(second, loop->marks.gpu);
    bool byFirst =
        (!own || isCombined(own, a)) && (!other || isCombined(other, b));
    if (byFirst || mayShare(own, a, other, b))
      continue;
    if (own != other || isElsewhere(own, a) || isElsewhere(other, b))
      return isl::set::universe(pair.facts.space());
    result = result.unite(
        pair.first.import.value(own->values.at(pair.first.statement.name))
            .ne_set(pair.second.import.value(
                own->values.at(pair.second.statement.name))));
  }
  return result;
}

/// What would let threads share the element of two updates; "" for others.
std::string Kernel::hint(const Statement &first, const Touch &a,
                         const Statement &second, const Touch &b) const {
  if (!areReductions(a, b))
    return "";
  if (!mayChangePlaces(program, a, b, program.allowReassociation))
    return "; threads may share the reduction after 'allow_reassociation()' "
           "and reduce(…) of their loop";
  Loops loops = mappedLoops(root, first.name);
  llvm::erase_if(loops, [](const ScheduleTree *loop) {
    return loop->marks.gpu.sharing != GpuMark::Sharing::None;
  });
  if (loops.empty())
    return "";
  return "; if they share the element, reduce(" + first.name + ", \"" +
         loops.back()->name + "\") before this step";
}

std::optional<Refusal> Kernel::conflict(const Statement &first,
                                        const Statement &second) const {
  std::optional<InstancePair> pair;
  std::optional<isl::set> together;
  for (const Touch &a : touchesOf(first))
    for (const Touch &b : touchesOf(second)) {
      if (!mayConflict(a, b))
        continue;
      if (!pair) {
        pair.emplace(program, program, first, second);
        record.watch(pair->facts);
        together = sameLaunch(*pair);
      }
      record.comparesPairs(1);
      isl::set points =
          together->intersect(apart(*pair, a, b))
              .intersect(pair->sameElement(pair->first, a, pair->second, b));
      if (proves(program.context.ctx(),
                 [&] { return pair->facts.provesEmpty(points); }))
        continue;
      Refusal refusal =
          because("different threads would touch " + elementText(first, a, "") +
                  ": " + instanceText(first, "") + " and " +
                  instanceText(second, "'") + hint(first, a, second, b));
      refusal.array = a.array;
      refusal.accesses = {refusedAccess(first, a, ""),
                          refusedAccess(second, b, "'")};
      return refusal;
    }
  return std::nullopt;
}

} // namespace

llvm::Error checkKernels(const Program &before, const Program &after,
                         Record &record) {
  for (const Phase &phase : after.phases) {
    if (isSamePhase(before, after, phase))
      continue;
    for (const ScheduleTree *root : kernelsOf(phase.tree)) {
      std::optional<Refusal> problem = Kernel(after, *root, record).problem();
      if (problem)
        return illegal(std::move(*problem));
      record.note("no two threads of kernel '" + root->marks.gpu.kernel +
                  "' touch one element that one of them writes");
    }
  }
  return llvm::Error::success();
}

} // namespace sparsec
