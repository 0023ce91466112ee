//===- Kernel.h - mapped loops on blocks and threads ------------*- C++ -*-===//
///
/// \file
/// Runs a nest of mapped loops as the kernel that it becomes. Interpreted are
/// the loops before they are outlined (MappedLoops.h), not the function that a
/// target makes of them: passes put barriers, vectors and updates there, and
/// what mapping means is said once, here and in GridMapper.h: a thread runs
/// all iterations of a dimension that have one value, what is in no loop of a
/// dimension is run by its first thread.
///
/// A block has few threads, each with the values of one residue: two values
/// next to each other are those of two threads. Threads run one at a time, each
/// to the next barrier, and blocks one after the other, both in any order.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_INTERPRETER_KERNEL_H
#define SPARSEC_LIB_INTERPRETER_KERNEL_H

#include "Fiber.h"
#include "Machine.h"
#include "Races.h"

#include <array>
#include <set>

namespace sparsec {

/// The blocks of a kernel: of each dimension the values that they have.
class Grid {
public:
  Grid(Machine &machine, const LoopNode &root);

  /// Values of x, y and z; { 0 } of a dimension that no loop has.
  std::array<std::set<long long>, 3> values;
  std::array<bool, 3> hasLoops = {};

private:
  void visit(const LoopNode &node);

  Machine &machine;
};

class KernelRun {
public:
  KernelRun(Machine &machine, const LoopNode &root);
  ~KernelRun();

  void run();

  /// Runs \p node as the thread does that is running.
  void runNode(const LoopNode &node);
  /// Whether that runs what no other thread runs: nodes as on the host.
  bool isAlone() const { return thread && thread->isAlone; }
  /// Whether it updates elements that it shares with others.
  bool isAtomic() const { return thread && thread->isAtomic; }
  /// An access; throws Fault where it races with another one.
  void note(const Cells &cells, size_t position, const std::string &array,
            bool writes, bool isAtomic);
  /// Waits for what another thread publishes, or notes the access.
  void beforeRead(Cells &cells, size_t position, const std::string &array);
  /// Publishes an element that was assigned, if its array is one that others
  /// await.
  void publish(const std::string &array, size_t position, const Cells &cells);

  /// The block's array; null for what is not shared.
  Cells *shared(const std::string &array);
  Cells &share(const std::string &array, Cells cells);

private:
  using Level = GpuMark::Level;

  struct Thread {
    enum class Waits { No, AtBarrier, ForParts, ForValue };
    std::array<long, 3> place = {};
    int number = 0;
    ThreadValues frame;
    std::unique_ptr<Fiber> fiber;
    /// Dimensions of the mapped loops around, a bit each.
    unsigned covered = 0;
    bool isAlone = false, isAtomic = false;
    Waits waits = Waits::No;
    const LoopNode *waitsAt = nullptr; ///< the barrier, or the update
    Number part;
  };

  void measure(const LoopNode &root);
  void runBlock(const std::array<long long, 3> &values);
  void step();
  bool passBarrier();
  bool joinParts();
  void stop(Thread::Waits why, const LoopNode *at);
  void fail();

  void runMapped(const LoopNode &loop);
  std::vector<long long> ownValues(const LoopNode &loop);
  void combine(const LoopNode &update);
  void startPart(const LoopNode &local);
  bool isFirst() const;
  bool isRepeated(const LoopNode &node) const;
  /// Whether threads meet in \p node, or all of them have to run it.
  bool concernsAll(const LoopNode &node);
  static unsigned bit(Level level, unsigned dimension) {
    return 1U << (dimension + (level == Level::Block ? 0 : 3));
  }

  Machine &machine;
  const LoopNode &root;
  const Grid grid;
  /// Threads of a block in each dimension.
  std::array<long, 3> sizes = {1, 1, 1};
  std::array<long long, 3> firsts = {};
  unsigned used = 0; ///< dimensions that have loops
  bool takesTickets = false;
  std::set<std::string> repeated;
  /// Arrays that the kernel writes, of which threads see one copy.
  std::set<std::string> tracked;
  /// Array => the one in which its elements are published.
  std::map<std::string, std::string> publications;
  std::set<std::string> awaited;
  std::unordered_map<const LoopNode *, bool> known; ///< of concernsAll

  Races races;
  std::array<long long, 3> block = {};
  int blockNumber = 0, epoch = 0;
  std::map<std::string, Cells> sharedArrays;
  std::vector<std::unique_ptr<Thread>> threads;
  Thread *thread = nullptr;
};

} // namespace sparsec

#endif // SPARSEC_LIB_INTERPRETER_KERNEL_H
