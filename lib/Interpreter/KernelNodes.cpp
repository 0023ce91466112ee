//===- KernelNodes.cpp - what one thread of a kernel runs -----------------===//

#include "Kernel.h"

#include "sparsec/LoopIR/MappedLoops.h"

#include <algorithm>
#include <utility>

namespace sparsec {

using Kind = LoopNode::Kind;
using Level = GpuMark::Level;

/// Whether the thread and its block are the first ones of all dimensions that
/// no loop around has.
bool KernelRun::isFirst() const {
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    const unsigned open = used & ~thread->covered;
    if ((open & bit(Level::Block, dimension)) &&
        block[dimension] != *grid.values[dimension].begin())
      return false;
    if ((open & bit(Level::Thread, dimension)) && thread->place[dimension] != 0)
      return false;
  }
  return true;
}

bool KernelRun::isRepeated(const LoopNode &node) const {
  return (node.kind == Kind::Local && repeated.count(node.name)) ||
         (node.kind == Kind::Assign && !node.lanes.isMapped() &&
          repeated.count(node.target.name));
}

bool KernelRun::concernsAll(const LoopNode &node) {
  auto [entry, isNew] = known.emplace(&node, false);
  if (!isNew)
    return entry->second;
  bool found = false;
  node.walk([&](const LoopNode &inner) {
    found |= isMapped(inner) || isRepeated(inner) || inner.isBarrier() ||
             isForEachThread(inner) ||
             (inner.kind == Kind::Assign && inner.lanes.isMapped());
  });
  return known[&node] = found;
}

void KernelRun::runNode(const LoopNode &node) {
  if (isMapped(node))
    return runMapped(node);
  if (node.isBarrier())
    return stop(Thread::Waits::AtBarrier, &node);
  if (isForEachThread(node))
    return; // Copies are there at once.
  if (node.kind == Kind::Assign && node.lanes.isMapped())
    return combine(node);
  if (isRepeated(node))
    return machine.runNode(node);
  const bool isAccumulator = node.isStatement || !node.isConst;
  if (node.kind == Kind::Local && isAccumulator && node.value.hasLoad())
    return startPart(node);
  const bool isWork = node.kind != Kind::Local && node.kind != Kind::Declare;
  if (!isWork || concernsAll(node))
    return machine.runNode(node);
  if (!isFirst())
    return;
  thread->isAlone = true;
  machine.runNode(node);
  thread->isAlone = false;
}

/// An accumulator: it may begin with what one thread alone may touch.
void KernelRun::startPart(const LoopNode &local) {
  if (isFirst())
    return machine.runNode(local);
  machine.frame->locals[local.name] = Number::of(0LL).as(valueType(local.type));
}

/// The iterations of \p loop that the thread has.
std::vector<long long> KernelRun::ownValues(const LoopNode &loop) {
  const GpuMark &mark = loop.marks.gpu;
  const unsigned dimension = mark.dimension;
  std::vector<long long> own;
  for (long long value : machine.valuesOf(loop)) {
    const long long size = sizes[dimension];
    long long number = (value - firsts[dimension]) / loop.step;
    number = (number % size + size) % size;
    const bool isOwn = mark.level == Level::Block
                           ? value == block[dimension]
                           : number == thread->place[dimension];
    if (isOwn)
      own.push_back(value);
  }
  return own;
}

void KernelRun::runMapped(const LoopNode &loop) {
  const GpuMark &mark = loop.marks.gpu;
  const unsigned covered = thread->covered;
  const bool isAtomic = thread->isAtomic;
  const std::vector<long long> values = ownValues(loop);
  thread->covered |= bit(mark.level, mark.dimension);
  // Combined: until accumulators are their parts, each updates the element.
  thread->isAtomic |= mark.sharing != GpuMark::Sharing::None;
  for (long long value : values)
    machine.runIteration(loop, value);
  machine.frame->locals.erase(loop.name);
  thread->covered = covered;
  thread->isAtomic = isAtomic;
}

/// The first thread of the dimension updates by what all have, or each its own
/// copy.
void KernelRun::combine(const LoopNode &update) {
  thread->part = machine.use(update.value);
  stop(Thread::Waits::ForParts, &update);
  if (update.target != update.value && !isFirst() &&
      !repeated.count(update.target.name))
    return;
  // `target = 0; ..; target += part`
  machine.assign(update.target, update.op, thread->part, thread->isAtomic);
}

void KernelRun::note(const Cells &cells, size_t position,
                     const std::string &array, bool writes, bool isAtomic) {
  if (!thread || !tracked.count(array))
    return;
  const Races::Visit now = {blockNumber, thread->number, epoch, isAtomic};
  const auto kind = writes ? Races::Kind::Write : Races::Kind::Read;
  std::optional<Races::Visit> other = races.note(cells, position, kind, now);
  if (!other)
    return;
  auto named = [](const Races::Visit &visit) {
    return "block " + std::to_string(visit.block) + ", thread " +
           std::to_string(visit.thread);
  };
  throw Fault("a race: element " + std::to_string(position) + " of '" + array +
              "' is " + (writes ? "written" : "read") + " by " + named(now) +
              " and touched by " + named(*other));
}

void KernelRun::beforeRead(Cells &cells, size_t position,
                           const std::string &array) {
  if (!awaited.count(array))
    return note(cells, position, array, /*writes=*/false, /*isAtomic=*/false);
  while (thread && !cells.isSet[position])
    stop(Thread::Waits::ForValue, nullptr);
  if (thread)
    thread->waits = Thread::Waits::No;
}

void KernelRun::publish(const std::string &array, size_t position,
                        const Cells &cells) {
  auto found = publications.find(array);
  if (found == publications.end())
    return;
  Cells &copies = machine.cellsOf(found->second);
  if (position < copies.count())
    Number::load(cells, position).store(copies, position);
}

Cells *KernelRun::shared(const std::string &array) {
  auto found = sharedArrays.find(array);
  return found == sharedArrays.end() ? nullptr : &found->second;
}

/// All threads come by the declaration; the elements are one array.
Cells &KernelRun::share(const std::string &array, Cells cells) {
  return sharedArrays.emplace(array, std::move(cells)).first->second;
}

} // namespace sparsec
