//===- KernelCheck.cpp - loops on the blocks and threads of a GPU ---------===//
///
/// \file
/// The loops of one kernel that are mapped to blocks and threads may run in any
/// order and at once. No block waits for another one: whatever loops stand
/// between the mapped ones, two blocks must not touch one element that one of
/// them writes. Threads of a block wait for each other at barriers, which stand
/// where all of them come by: outside the loops on threads.
///
/// Which thread runs an instance: along each dimension the one of its loop's
/// value (Target/Cuda/GridMapper.cpp gives equal values to one thread), or the
/// first one, where the statement is in no loop of that dimension; a statement
/// that only sets private scalars which other threads need is run by all of
/// them, each for itself. Updates that `reduce` lets threads combine are the
/// first thread's, those by segments some thread's; what threads update
/// atomically does not conflict. Where they combine a private scalar that
/// others of these threads read, each gets all of it: the loops around are in
/// no loop of that dimension, so that all its threads come by.
///
//===----------------------------------------------------------------------===//

#include "KeptPairs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <memory>

namespace sparsec {

using Loops = KernelThreads::Loops;

const ScheduleTree *KernelThreads::loopOf(const Loops &loops,
                                          const GpuMark &mark) {
  auto found = llvm::find_if(loops, [&](const ScheduleTree *loop) {
    return loop->marks.gpu.level == mark.level &&
           loop->marks.gpu.dimension == mark.dimension;
  });
  return found == loops.end() ? nullptr : *found;
}

Loops KernelThreads::mappedLoops(const std::string &statement) const {
  Loops loops = root.loopsAround(statement);
  llvm::erase_if(loops, [](const ScheduleTree *loop) {
    return !loop->marks.gpu.isMapped();
  });
  return loops;
}

Loops KernelThreads::kernelsOf(const ScheduleTree &tree) {
  if (tree.isLoop() && tree.marks.gpu.isMapped())
    return {&tree};
  Loops found;
  for (const ScheduleTree &child : tree.children)
    llvm::append_range(found, kernelsOf(child));
  return found;
}

KernelThreads::KernelThreads(const Program &program, const ScheduleTree &root,
                             Record &record, bool isAccepted)
    : program(program), root(root), record(record), isAccepted(isAccepted),
      mapped(mappedLoops(root.statements().front())) {
  findRepeated();
}

std::optional<Refusal> KernelThreads::problem(const Pairs &isKept) {
  if (std::string why = misfit(); !why.empty())
    return because(why);
  for (const std::string &first : root.statements())
    for (const std::string &second : root.statements()) {
      if (isKept && isKept(first, second))
        continue;
      if (std::optional<Refusal> refused =
              conflict(program.statement(first), program.statement(second)))
        return refused;
    }
  return isAccepted ? std::nullopt : leaks();
}

std::optional<Refusal> KernelThreads::leaks() const {
  const Phase &phase = *program.phaseOf(root.statements().front());
  for (const std::string &inside : root.statements())
    for (const std::string &outside : phase.tree.statements())
      if (!root.contains(outside))
        if (std::optional<Refusal> refused =
                leak(program.statement(inside), program.statement(outside)))
          return refused;
  return std::nullopt;
}

Refusal KernelThreads::because(const std::string &why) const {
  return {"kernel '" + root.marks.gpu.kernel + "': " + why, "", root.name,
          root.span};
}

bool KernelThreads::isPrivate(const std::string &array) const {
  auto found = program.arrays.find(array);
  return found != program.arrays.end() && found->second.isPrivate();
}

bool KernelThreads::isShared(const std::string &array) const {
  auto found = program.arrays.find(array);
  return found != program.arrays.end() && found->second.isShared;
}

/// Whether \p statement changes nothing but private scalars and arrays.
bool KernelThreads::mayRepeat(const Statement &statement) const {
  return llvm::all_of(touchesOf(statement), [&](const Touch &touch) {
    return !touch.isWrite || isPrivate(touch.array);
  });
}

/// Whether threads that \p own loops do not give \p statement read what it
/// sets.
bool KernelThreads::isNeeded(const Statement &statement,
                             const Loops &own) const {
  for (const std::string &name : root.statements()) {
    Loops loops = mappedLoops(name);
    bool isApart = repeated.count(name) ||
                   llvm::any_of(loops, [&](const ScheduleTree *loop) {
                     return !loopOf(own, loop->marks.gpu);
                   });
    if (name == statement.name || !isApart)
      continue;
    for (const Touch &read : touchesOf(program.statement(name)))
      if (read.isRead && read.reduction == Update::None &&
          touches(statement, read.array, /*onlyWrites=*/true))
        return true;
  }
  return false;
}

/// The loop whose threads combine all that \p statement changes; null if none.
const ScheduleTree *
KernelThreads::gatheringLoop(const Statement &statement) const {
  for (const ScheduleTree *loop : mappedLoops(statement.name))
    if (loop->marks.gpu.level == GpuMark::Level::Thread &&
        llvm::all_of(touchesOf(statement), [&](const Touch &touch) {
          return !touch.isWrite || isCombined(loop, touch);
        }))
      return loop;
  return nullptr;
}

void KernelThreads::findRepeated() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::string &name : root.statements()) {
      const Statement &statement = program.statement(name);
      if (!mayRepeat(statement))
        continue;
      Loops own = mappedLoops(name);
      if (!repeated.count(name) && isNeeded(statement, own))
        changed = repeated.insert(name).second;
      // In the end of the loop its threads have parts only.
      llvm::erase(own, gatheringLoop(statement));
      if (!gathered.count(name) && gatheringLoop(statement) &&
          isNeeded(statement, own))
        changed |= gathered.insert(name).second;
    }
  }
}

/// Why \p loop, in the kernel, has no place there; "" when it has.
std::string KernelThreads::misfitOf(const ScheduleTree &loop) const {
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
std::string KernelThreads::misfit() const {
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
  return root.marks.takesTickets() ? ticketMisfit() : "";
}

/// Why blocks with tickets cannot count on each other; "" when they can. What
/// is published in another launch has another number, and is never waited for.
std::string KernelThreads::ticketMisfit() const {
  const Phase &phase = *program.phaseOf(root.statements().front());
  const ScheduleTree *outermost =
      phase.tree.loopsAround(root.statements().front()).front();
  if (outermost != &root)
    return "loop '" + root.name + "' has tickets and is in loop '" +
           outermost->name +
           "', whose iterations would be launches of their "
           "own";
  for (const std::string &name : root.statements())
    for (const ScheduleTree *loop : mappedLoops(name))
      if ((loop->marks.gpu.level == GpuMark::Level::Block) != (loop == &root))
        return "blocks of loop '" + root.name +
               "' take tickets: map it, and no other loop, to blocks";
  for (const std::string &name : root.statements())
    for (const Touch &read : touchesOf(program.statement(name)))
      for (const std::string &writer : phase.tree.statements())
        if (read.isAwaited && isPublished(read.array) &&
            !root.contains(writer) &&
            touches(program.statement(writer), read.array, /*onlyWrites=*/true))
          return "'" + name + "' waits for '" + read.array + "', which '" +
                 writer + "' writes in another kernel";
  return "";
}

/// The same for the mapped loops around \p statement.
std::string KernelThreads::misfitOf(const std::string &statement) const {
  Loops loops = mappedLoops(statement);
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
  if (blocks == all)
    return "";
  std::string outside = statement, inside = root.statements().front();
  if (blocks.size() > all.size())
    std::swap(outside, inside);
  return "'" + outside + "' is not in all the loops that '" + inside +
         "' is in and that are mapped to blocks; every block would run it";
}

llvm::Error checkKernels(const Program &before, const Program &after,
                         Record &record) {
  for (const Phase &phase : after.phases) {
    if (isSamePhase(before, after, phase))
      continue;
    for (const ScheduleTree *root : KernelThreads::kernelsOf(phase.tree)) {
      KernelThreads kernel(after, *root, record);
      // Threads of a kernel that is as it was still have what is theirs.
      if (!root->marks.takesTickets() &&
          isSameKernel(before, after, phase, *root)) {
        if (std::optional<Refusal> leak = kernel.leaks())
          return illegal(std::move(*leak));
        continue;
      }
      KernelThreads::Pairs isKept;
      // A report counts all pairs and says whether any wait for each other.
      if (!record.isRead())
        isKept = [kept = std::make_shared<KeptPairs>(before, after, phase,
                                                     *root, kernel)](
                     const std::string &first, const std::string &second) {
          return kept->keeps(first, second);
        };
      if (std::optional<Refusal> problem = kernel.problem(isKept))
        return illegal(std::move(*problem));
      record.note("no two threads of kernel '" + root->marks.gpu.kernel +
                  "' touch one element that one of them writes" +
                  (kernel.exchanges().empty() ? ""
                                              : ", unless a barrier stands "
                                                "between"));
    }
  }
  return llvm::Error::success();
}

std::vector<ThreadExchange> threadExchanges(const Program &program,
                                            const Phase &phase) {
  std::vector<ThreadExchange> all;
  std::vector<std::string> statements = phase.tree.statements();
  if (statements.empty())
    return all;
  Record unread(nullptr, "");
  // Pairs of instances look at the program's own tree, not at a copy.
  const Phase *own = program.phaseOf(statements.front());
  for (const ScheduleTree *root : KernelThreads::kernelsOf(own->tree)) {
    KernelThreads kernel(program, *root, unread, /*isAccepted=*/true);
    kernel.problem();
    llvm::append_range(all, kernel.exchanges());
  }
  return all;
}

} // namespace sparsec
