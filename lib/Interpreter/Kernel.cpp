//===- Kernel.cpp - blocks and threads of a kernel ------------------------===//

#include "Kernel.h"

#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/Target/Cuda/GridMapper.h"

#include <algorithm>

namespace sparsec {

using Kind = LoopNode::Kind;
using Level = GpuMark::Level;

static bool holdsBlocks(const LoopNode &root) {
  bool found = false;
  root.walk([&](const LoopNode &node) {
    found |= node.isFor() && node.marks.gpu.level == Level::Block;
  });
  return found;
}

Grid::Grid(Machine &machine, const LoopNode &root) : machine(machine) {
  const ThreadValues before = *machine.frame;
  visit(root);
  *machine.frame = before;
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    if (!hasLoops[dimension])
      values[dimension].insert(0);
}

/// Bounds of loops on blocks are values that the host knows, or of loops
/// around.
void Grid::visit(const LoopNode &node) {
  if (node.kind == Kind::Local) {
    try {
      machine.runLocal(node);
    } catch (const Fault &) {
      machine.frame->locals.erase(node.name);
    }
    return;
  }
  if (!holdsBlocks(node))
    return;
  std::vector<long long> iterations;
  if (node.isFor())
    iterations = machine.valuesOf(node);
  else
    iterations = {0};
  const GpuMark &mark = node.marks.gpu;
  const bool isBlocks = node.isFor() && mark.level == Level::Block;
  if (isBlocks) {
    hasLoops[mark.dimension] = true;
    values[mark.dimension].insert(iterations.begin(), iterations.end());
  }
  bool holdsMore = false;
  for (const auto *children : {&node.body, &node.otherwise})
    for (const LoopNode &child : *children)
      holdsMore |= holdsBlocks(child);
  for (long long value : iterations) {
    if (!holdsMore)
      break;
    if (node.isFor())
      machine.frame->locals[node.name] = Number::of(value);
    for (const auto *children : {&node.body, &node.otherwise})
      for (const LoopNode &child : *children)
        visit(child);
  }
}

KernelRun::KernelRun(Machine &machine, const LoopNode &root)
    : machine(machine), root(root), grid(machine, root) {
  measure(root);
}

KernelRun::~KernelRun() {
  // Threads that have stopped unwind as themselves.
  for (std::unique_ptr<Thread> &each : threads)
    each->fiber.reset();
  machine.kernel = nullptr;
  machine.frame = &machine.host;
}

/// Whether loops on threads in \p node assign a local that is declared outside
/// of these, one of \p outside: a thread has one value for one iteration.
static bool keepsLocals(const LoopNode &node, bool inThread,
                        std::set<std::string> &outside) {
  if (node.kind == Kind::Local && !node.isConst && !inThread)
    outside.insert(node.name);
  if (node.kind == Kind::Assign && inThread && outside.count(node.target.name))
    return true;
  inThread |= isMapped(node) && node.marks.gpu.level == Level::Thread;
  for (const auto *inner : {&node.prologue, &node.body, &node.otherwise})
    for (const LoopNode &child : *inner)
      if (keepsLocals(child, inThread, outside))
        return true;
  return false;
}

/// Two to five threads in a dimension that has loops on threads; where threads
/// keep locals from one loop to another, as many as these have iterations.
void KernelRun::measure(const LoopNode &root) {
  std::set<unsigned> dimensions;
  std::set<std::string> outside;
  const bool keeps = keepsLocals(root, /*inThread=*/false, outside);
  root.walk([&](const LoopNode &node) {
    if (isMapped(node)) {
      const GpuMark &mark = node.marks.gpu;
      used |= bit(mark.level, mark.dimension);
      takesTickets |= node.marks.takesTickets();
      const bool isNew = mark.level == Level::Thread &&
                         dimensions.insert(mark.dimension).second;
      if (isNew) {
        sizes[mark.dimension] = 2 + long(machine.random() % 3);
        firsts[mark.dimension] = node.lower.isInteger() ? node.lower.value : 0;
      }
      if (keeps && mark.level == Level::Thread)
        for (const LoopExpr &bound : node.upper)
          if (bound.isInteger())
            sizes[mark.dimension] =
                std::max(sizes[mark.dimension], bound.value);
    }
    if (node.kind != Kind::Assign)
      return;
    auto array = machine.program.arrays.find(node.target.name);
    if (array != machine.program.arrays.end() && !array->second.isPrivate())
      tracked.insert(node.target.name);
  });
  repeated = repeatedPrivates({root}, machine.program);
  for (const auto &[name, array] : machine.program.arrays)
    if (!array.publishedIn.empty()) {
      publications[name] = array.publishedIn;
      awaited.insert(array.publishedIn);
    }
}

void KernelRun::run() {
  std::vector<std::array<long long, 3>> blocks;
  for (long long x : grid.values[0])
    for (long long y : grid.values[1])
      for (long long z : grid.values[2])
        blocks.push_back({x, y, z});
  // Blocks with tickets may wait for those before.
  if (machine.shuffles && !takesTickets)
    std::shuffle(blocks.begin(), blocks.end(), machine.random);
  for (const std::string &name : awaited) {
    Cells &cells = machine.cellsOf(name);
    cells.isSet.assign(cells.count(), false);
  }
  machine.kernel = this;
  for (const std::array<long long, 3> &values : blocks)
    runBlock(values);
  machine.kernel = nullptr;
}

void KernelRun::runBlock(const std::array<long long, 3> &values) {
  block = values;
  epoch = 0;
  threads.clear();
  for (const auto &[name, cells] : sharedArrays)
    races.forget(cells);
  sharedArrays.clear();
  for (long x = 0; x < sizes[0]; ++x)
    for (long y = 0; y < sizes[1]; ++y)
      for (long z = 0; z < sizes[2]; ++z) {
        auto next = std::make_unique<Thread>();
        next->place = {x, y, z};
        next->number = int(threads.size());
        next->frame = machine.host;
        next->fiber = std::make_unique<Fiber>([this] { runNode(root); });
        threads.push_back(std::move(next));
      }
  auto isDone = [](const std::unique_ptr<Thread> &each) {
    return each->fiber->isDone();
  };
  while (!std::all_of(threads.begin(), threads.end(), isDone))
    step();
  ++blockNumber;
}

/// Each thread goes on to where it has to wait, in any order.
void KernelRun::step() {
  std::vector<Thread *> ready;
  for (const std::unique_ptr<Thread> &each : threads)
    if (!each->fiber->isDone() && (each->waits == Thread::Waits::No ||
                                   each->waits == Thread::Waits::ForValue))
      ready.push_back(each.get());
  if (machine.shuffles)
    std::shuffle(ready.begin(), ready.end(), machine.random);
  bool moves = false;
  for (Thread *next : ready) {
    thread = next;
    machine.frame = &next->frame;
    const bool waited = next->waits == Thread::Waits::ForValue;
    next->fiber->resume();
    moves |= !waited || next->waits != Thread::Waits::ForValue;
  }
  thread = nullptr;
  machine.frame = &machine.host;
  moves |= joinParts();
  moves |= passBarrier();
  if (!moves)
    fail();
}

/// What went wrong where nobody goes on.
void KernelRun::fail() {
  bool atBarrier = false, forValue = false;
  for (const std::unique_ptr<Thread> &each : threads) {
    atBarrier |= each->waits == Thread::Waits::AtBarrier;
    forValue |= each->waits == Thread::Waits::ForValue;
  }
  throw Fault(forValue    ? "threads wait for elements that nobody publishes"
              : atBarrier ? "not all threads of a block come to a barrier"
                          : "not all threads come to where they combine parts");
}

bool KernelRun::passBarrier() {
  const LoopNode *at = threads.front()->waitsAt;
  for (const std::unique_ptr<Thread> &each : threads)
    if (each->fiber->isDone() || each->waits != Thread::Waits::AtBarrier ||
        each->waitsAt != at)
      return false;
  for (const std::unique_ptr<Thread> &each : threads)
    each->waits = Thread::Waits::No;
  ++epoch;
  return true;
}

/// Gives the threads of a dimension what all of them have, where all have come
/// to the update.
bool KernelRun::joinParts() {
  bool joins = false;
  for (const std::unique_ptr<Thread> &first : threads) {
    const LoopNode *update = first->waitsAt;
    if (first->waits != Thread::Waits::ForParts ||
        first->place[update->lanes.dimension] != 0)
      continue;
    std::vector<Thread *> group;
    for (const std::unique_ptr<Thread> &each : threads) {
      bool isOne =
          each->waits == Thread::Waits::ForParts && each->waitsAt == update;
      for (unsigned dimension = 0; dimension < 3; ++dimension)
        isOne &= dimension == update->lanes.dimension ||
                 each->place[dimension] == first->place[dimension];
      if (isOne)
        group.push_back(each.get());
    }
    if (long(group.size()) != sizes[update->lanes.dimension])
      continue;
    for (Thread *each : group)
      if (each != first.get())
        first->part = updated(update->combinedBy, first->part, each->part);
    for (Thread *each : group) {
      each->part = first->part;
      each->waits = Thread::Waits::No;
    }
    joins = true;
  }
  return joins;
}

void KernelRun::stop(Thread::Waits why, const LoopNode *at) {
  Thread *own = thread;
  own->waits = why;
  own->waitsAt = at;
  own->fiber->stop();
}

} // namespace sparsec
