//===- CopyPlace.cpp - what works on a copy -------------------------------===//

#include "Support/ArrayCopy.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

const ScheduleTree &CopyPlace::node(const ScheduleTree &tree) const {
  if (loop.empty())
    return tree;
  const ScheduleTree *found = tree.findLoop(statement, loop);
  return isBody ? found->children.front() : *found;
}

ScheduleTree &CopyPlace::node(ScheduleTree &tree) const {
  ScheduleTree *found = tree.findLoop(statement, loop);
  return isBody ? found->children.front() : *found;
}

unsigned CopyPlace::depth(const ScheduleTree &tree) const {
  if (loop.empty())
    return 0;
  std::vector<const ScheduleTree *> loops = tree.loopsAround(statement);
  auto found = llvm::find_if(
      loops, [&](const ScheduleTree *each) { return each->name == loop; });
  return unsigned(found - loops.begin()) + (isBody ? 1 : 0);
}

std::string CopyPlace::text() const {
  if (loop.empty())
    return "the whole function";
  return (isBody ? "loop '" : "the loops outside '") + loop + "'";
}

} // namespace sparsec
