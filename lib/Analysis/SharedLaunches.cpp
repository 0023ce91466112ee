//===- SharedLaunches.cpp - kernels that run beside each other ------------===//
///
/// \file
/// Kernels of one name that stand beside each other are launched as one, each
/// with blocks of its own (fuse_kernels). No block waits for another: two of
/// them must not touch one element that one of them writes, in one iteration of
/// the loops around both. Atomic updates of one operator may meet. Each
/// kernel's own blocks and threads are the business of KernelCheck.cpp, and
/// what is private to a thread, or in the shared memory of a block, is no
/// other kernel's (KernelThreads::leaks).
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/SharedLaunches.h"

#include "KernelThreads.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Loops = std::vector<const ScheduleTree *>;
using Roots = Loops;

/// Two kernels of one launch.
class KernelPair {
public:
  /// \p around: loops around both, in one iteration of which they run.
  KernelPair(const Program &program, const ScheduleTree &one,
             const ScheduleTree &two, const Loops &around, Record &record)
      : program(program), one(one), two(two), around(around), record(record) {}

  /// Two blocks that must not run at once; none if there are none.
  std::optional<Refusal> conflict() const;

private:
  bool isOwn(const std::string &array) const;
  static bool isAtomic(const ScheduleTree &root, const std::string &statement,
                       const Touch &touch);
  isl::set sameLaunch(const InstancePair &pair) const;
  std::optional<Refusal> conflict(const Statement &first,
                                  const Statement &second) const;
  Refusal refusalOf(const Statement &first, const Touch &a,
                    const Statement &second, const Touch &b) const;

  const Program &program;
  const ScheduleTree &one, &two;
  const Loops &around;
  Record &record;
};

/// Whether each thread, or block, has \p array for itself.
bool KernelPair::isOwn(const std::string &array) const {
  auto found = program.arrays.find(array);
  return found != program.arrays.end() &&
         (found->second.isPrivate() || found->second.isShared);
}

/// Whether \p root makes the update \p touch of \p statement atomically.
bool KernelPair::isAtomic(const ScheduleTree &root,
                          const std::string &statement, const Touch &touch) {
  using Sharing = GpuMark::Sharing;
  // A value and what goes along have no atomic update.
  if (touch.reduction == Update::None || hasTies(touch.reduction))
    return false;
  return llvm::any_of(root.loopsAround(statement), [](const auto *loop) {
    return loop->marks.gpu.sharing == Sharing::Atomic ||
           loop->marks.gpu.sharing == Sharing::Segments;
  });
}

/// `{ [S -> T] }`: the loops around are in one iteration.
isl::set KernelPair::sameLaunch(const InstancePair &pair) const {
  const std::string &first = pair.first.statement.name,
                    &second = pair.second.statement.name;
  isl::set same = pair.instances();
  for (const ScheduleTree *loop : around)
    same = same.intersect(
        pair.first.import.value(loop->values.at(first))
            .eq_set(pair.second.import.value(loop->values.at(second))));
  return same;
}

Refusal KernelPair::refusalOf(const Statement &first, const Touch &a,
                              const Statement &second, const Touch &b) const {
  const std::string how =
      areReductions(a, b) ? "; if both reduce their blocks' loops by method = "
                            "\"atomic\", they may"
                          : "";
  Refusal refusal{"blocks of '" + first.name + "' and of '" + second.name +
                      "' cannot run at once: " + elementText(first, a, "") +
                      " is what " + instanceText(first, "") + " and " +
                      instanceText(second, "'") +
                      " touch; leave the kernels one after the other" + how,
                  a.array, /*loop=*/""};
  refusal.accesses = {refusedAccess(first, a, ""),
                      refusedAccess(second, b, "'")};
  return refusal;
}

std::optional<Refusal> KernelPair::conflict(const Statement &first,
                                            const Statement &second) const {
  std::optional<InstancePair> pair;
  for (const auto &[a, b] : conflictingTouches(first, second)) {
    if (isOwn(a.array))
      continue;
    record.comparesPairs(1);
    if (isAtomic(one, first.name, a) && isAtomic(two, second.name, b) &&
        mayChangePlaces(program, a, b, program.allowReassociation))
      continue;
    if (!pair) {
      pair.emplace(program, program, first, second);
      record.watch(pair->facts);
    }
    const isl::set points = sameLaunch(*pair).intersect(
        pair->sameElement(pair->first, a, pair->second, b));
    if (!proves(program.context.ctx(),
                [&] { return pair->facts.provesEmpty(points); }))
      return refusalOf(first, a, second, b);
  }
  return std::nullopt;
}

std::optional<Refusal> KernelPair::conflict() const {
  for (const std::string &first : one.statements())
    for (const std::string &second : two.statements())
      if (std::optional<Refusal> refused =
              conflict(program.statement(first), program.statement(second)))
        return refused;
  return std::nullopt;
}

/// The loops around the kernel \p root.
Loops loopsAround(const Program &program, const ScheduleTree &root) {
  const std::string first = root.statements().front();
  Loops loops = program.phaseOf(first)->tree.loopsAround(first);
  loops.erase(llvm::find(loops, &root), loops.end());
  return loops;
}

/// Whether \p one and \p two are members of one sequence.
bool areBeside(const Program &program, const ScheduleTree &one,
               const ScheduleTree &two) {
  bool found = false;
  const auto areMembers = [&](const ScheduleTree &node) {
    found |= node.isSequence() &&
             llvm::count_if(node.children, [&](const ScheduleTree &child) {
               return &child == &one || &child == &two;
             }) == 2;
  };
  for (const Phase &phase : program.phases)
    phase.tree.walk(areMembers);
  return found;
}

/// The kernel that \p statement is in; "" for none.
std::string kernelOf(const Program &program, const std::string &statement) {
  const ScheduleTree *root = kernelRoot(program, statement);
  return root ? root->marks.gpu.kernel : "";
}

} // namespace

const ScheduleTree *kernelRoot(const Program &program,
                               const std::string &statement) {
  const Phase *phase = program.phaseOf(statement);
  if (!phase)
    return nullptr;
  for (const ScheduleTree *loop : phase->tree.loopsAround(statement))
    if (loop->marks.gpu.isMapped())
      return loop;
  return nullptr;
}

bool mayShareLaunch(const Program &program, const Roots &roots,
                    const std::set<std::string> &hostLoops) {
  Record unread(nullptr, "");
  Loops around = loopsAround(program, *roots.front());
  llvm::erase_if(around, [&](const ScheduleTree *loop) {
    return !hostLoops.count(loop->name);
  });
  for (size_t two = 0; two < roots.size(); ++two)
    for (size_t one = 0; one < two; ++one)
      if (!areBeside(program, *roots[one], *roots[two]) ||
          KernelPair(program, *roots[one], *roots[two], around, unread)
              .conflict())
        return false;
  return true;
}

/// Why the kernels \p one and \p two must not be one launch, if so.
static std::optional<Refusal> conflictOf(const Program &program,
                                         const ScheduleTree &one,
                                         const ScheduleTree &two,
                                         Record &record) {
  if (!areBeside(program, one, two))
    return Refusal{"kernel '" + one.marks.gpu.kernel + "' of '" +
                       one.statements().front() + "' and of '" +
                       two.statements().front() +
                       "' cannot be one launch: its loops are not beside each "
                       "other; give the fused kernel a name of its own",
                   /*array=*/"", /*loop=*/""};
  return KernelPair(program, one, two, loopsAround(program, one), record)
      .conflict();
}

/// Kernels that were one before, and that a step has distributed, keep their
/// launches apart where they depend on each other: they need no check.
llvm::Error checkSharedLaunches(const Program &before, const Program &after,
                                Record &record) {
  for (const Phase &phase : after.phases) {
    const Roots roots = KernelThreads::kernelsOf(phase.tree);
    for (size_t two = 0; two < roots.size(); ++two)
      for (size_t one = 0; one < two; ++one) {
        const std::string &kernel = roots[one]->marks.gpu.kernel;
        const std::string first =
            kernelOf(before, roots[one]->statements().front());
        const std::string second =
            kernelOf(before, roots[two]->statements().front());
        if (kernel != roots[two]->marks.gpu.kernel || first == second ||
            first.empty() || second.empty())
          continue;
        if (std::optional<Refusal> refused =
                conflictOf(after, *roots[one], *roots[two], record))
          return illegal(std::move(*refused));
        record.note("no two blocks of kernels '" + first + "' and '" + second +
                    "' touch one element that one of them writes");
      }
  }
  return llvm::Error::success();
}

} // namespace sparsec
