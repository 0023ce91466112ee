//===- KernelCheck.cpp - loops on the blocks and threads of a GPU ---------===//
///
/// \file
/// The loops of one kernel that are mapped to blocks and threads may run in any
/// order and at once. Nothing waits for other threads here: whatever loops
/// stand between the mapped ones, two threads must not touch one element that
/// one of them writes.
///
//===----------------------------------------------------------------------===//

#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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
        mapped(mappedLoops(root, root.statements().front())) {}

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
  std::string misfitOf(const ScheduleTree &loop) const;
  std::optional<Refusal> conflict(const Statement &first,
                                  const Statement &second) const;
  isl::set crossing(const InstancePair &pair) const;

  const Program &program;
  const ScheduleTree &root;
  Record &record;
  Loops mapped;
};

/// Why \p loop, in the kernel, has no place there; "" when it has.
std::string Kernel::misfitOf(const ScheduleTree &loop) const {
  if (loop.marks.parallel || loop.marks.simd)
    return "loop '" + loop.name + "' is marked " +
           (loop.marks.parallel ? "parallel" : "simd") +
           ", which is for the CPU";
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
  for (size_t pos = 0; pos < mapped.size(); ++pos)
    for (size_t other = 0; other < pos; ++other) {
      const GpuMark &inner = mapped[pos]->marks.gpu,
                    &outer = mapped[other]->marks.gpu;
      if (inner.level == outer.level && inner.dimension == outer.dimension)
        return "loops '" + mapped[other]->name + "' and '" + mapped[pos]->name +
               "' are both mapped to " + inner.text();
      if (inner.level == GpuMark::Level::Block &&
          outer.level == GpuMark::Level::Thread)
        return "loop '" + mapped[pos]->name +
               "' is mapped to blocks inside "
               "loop '" +
               mapped[other]->name + "', mapped to threads";
    }
  for (const std::string &name : root.statements())
    if (mappedLoops(root, name) != mapped)
      return "'" + name + "' is not in all the loops that '" +
             root.statements().front() +
             "' is in and that are mapped to blocks or threads; every thread "
             "would run it";
  return "";
}

/// `{ [S -> T] }`: both exist, run in one launch, and not by one thread.
isl::set Kernel::crossing(const InstancePair &pair) const {
  std::vector<TimeStep> first =
                            timeSteps(pair.first.tree, pair.first.statement),
                        second =
                            timeSteps(pair.second.tree, pair.second.statement);
  isl::set together = isl::set::universe(pair.facts.space());
  isl::set apart = isl::set::empty(pair.facts.space());
  bool inside = false;
  for (size_t k = 0; k < std::min(first.size(), second.size()); ++k) {
    inside |= first[k].loop == &root;
    if (first[k].loop != second[k].loop)
      break;
    bool counts = first[k].loop && first[k].loop->marks.gpu.isMapped();
    if (inside && !counts)
      continue;
    isl::pw_aff a = pair.first.import.value(first[k].value);
    isl::pw_aff b = pair.second.import.value(second[k].value);
    if (inside)
      apart = apart.unite(a.ne_set(b));
    else
      together = together.intersect(a.eq_set(b));
  }
  return pair.instances().intersect(together.intersect(apart));
}

std::optional<Refusal> Kernel::conflict(const Statement &first,
                                        const Statement &second) const {
  std::optional<InstancePair> pair;
  std::optional<isl::set> both;
  for (const Touch &a : touchesOf(first))
    for (const Touch &b : touchesOf(second)) {
      if (!mayConflict(a, b))
        continue;
      if (!pair) {
        pair.emplace(program, program, first, second);
        record.watch(pair->facts);
        both = crossing(*pair);
      }
      record.comparesPairs(1);
      isl::set points =
          both->intersect(pair->sameElement(pair->first, a, pair->second, b));
      if (proves(program.context.ctx(),
                 [&] { return pair->facts.provesEmpty(points); }))
        continue;
      Refusal refusal = because(
          "different threads would touch " + elementText(first, a, "") + ": " +
          instanceText(first, "") + " and " + instanceText(second, "'"));
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
