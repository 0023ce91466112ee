//===- ParallelLoop.cpp - iterations that threads of the host run ---------===//

#include "ParallelLoop.h"
#include "Number.h"

namespace sparsec {

using Kind = LoopNode::Kind;

bool ParallelLoop::isOne(const LoopNode &loop) {
  return loop.marks.parallel && !loop.marks.gpu.isMapped() &&
         !loop.marks.takesTickets();
}

ParallelLoop::ParallelLoop(const Program &program, const LoopNode &loop)
    : name(loop.name), shares(loop.marks.updates != LoopMarks::Updates::None &&
                              loop.reductions.empty()) {
  std::set<std::string> own;
  loop.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Local || node.kind == Kind::Declare)
      own.insert(node.name);
    if (node.kind == Kind::Assign && node.atomic == LoopNode::Atomic::Update)
      shares = false;
    auto array = node.kind == Kind::Assign
                     ? program.arrays.find(node.target.name)
                     : program.arrays.end();
    if (array == program.arrays.end())
      return;
    if (!array->second.partsOf.empty())
      shares = false;
    if (!array->second.isPrivate() && !array->second.perThread)
      tracked.insert(array->first);
  });
  for (const std::string &declared : own)
    tracked.erase(declared);
  if (shares)
    loop.walk([&](const LoopNode &node) {
      if (node.kind == Kind::If && hasTies(node.op))
        for (const LoopNode &assign : node.body)
          tracked.erase(assign.target.name);
    });
}

void ParallelLoop::note(const Cells &cells, size_t position,
                        const std::string &array, Races::Kind kind,
                        bool isAtomic, bool updates) {
  if (!tracked.count(array))
    return;
  now.isAtomic = isAtomic || (updates && shares);
  std::optional<Races::Visit> other = races.note(cells, position, kind, now);
  if (!other)
    return;
  const bool writes = kind == Races::Kind::Write;
  throw Fault("a race: element " + std::to_string(position) + " of '" + array +
              "' is " + (writes ? "written" : "read") + " by iteration " +
              std::to_string(now.thread) + " of the parallel loop '" + name +
              "' and touched by iteration " + std::to_string(other->thread));
}

} // namespace sparsec
