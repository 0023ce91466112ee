//===- KeptPairs.cpp - what a step leaves of a kernel ---------------------===//

#include "KeptPairs.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// The kernel \p root of \p phase in \p before; null where there is none.
static const ScheduleTree *kernelIn(const Program &before, const Phase &phase,
                                    const ScheduleTree &root) {
  for (const Phase &old : before.phases)
    if (old.role == phase.role)
      for (const ScheduleTree *kernel : KernelThreads::kernelsOf(old.tree))
        if (kernel->name == root.name &&
            kernel->marks.gpu.kernel == root.marks.gpu.kernel)
          return kernel;
  return nullptr;
}

KeptPairs::KeptPairs(const Program &before, const Program &after,
                     const Phase &phase, const ScheduleTree &root,
                     const KernelThreads &now)
    : before(before), after(after), order(before, after) {
  const ScheduleTree *old = kernelIn(before, phase, root);
  // Who waits for whom in a kernel with tickets is asked of all of it.
  if (!old || old->marks.takesTickets() || root.marks.takesTickets() ||
      before.allowReassociation != after.allowReassociation)
    return;
  Record unread(nullptr, "");
  const KernelThreads was(before, *old, unread, /*isAccepted=*/true);
  for (const std::string &name : root.statements())
    if (old->contains(name) && now.isRunAs(was, name) &&
        isSameInKernel(before, after, phase, name, root.marks.gpu.kernel))
      kept.insert(name);
}

bool KeptPairs::keeps(const std::string &first,
                      const std::string &second) const {
  if (!kept.count(first) || !kept.count(second))
    return false;
  auto successor = [&](const std::string &name) {
    return Successor{&before.statement(name), &after.statement(name),
                     std::nullopt};
  };
  return order.keeps(successor(first), successor(second));
}

} // namespace sparsec
