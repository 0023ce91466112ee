//===- GridMapper.h - one CUDA kernel of mapped loops ----------*- C++ -*-===//
///
/// \file
/// Threads own values: along a dimension all iterations of its loops with one
/// value are run by one thread (Analysis/KernelCheck.cpp counts on that), so
/// that what conflicts only within equal values keeps its order. Where isl has
/// split a mapped loop, its parts are run one after the other by the same
/// threads, a part of one iteration (MappedLoops.h) by the one that has its
/// value; what is in no loop of a dimension is run by its first thread.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TARGET_CUDA_GRIDMAPPER_H
#define SPARSEC_TARGET_CUDA_GRIDMAPPER_H

#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/Target/Cuda/KernelStorage.h"

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/Module.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// Makes one kernel of an outermost mapped loop.
class GridMapper {
public:
  /// Host variable => its type.
  using Types = std::map<std::string, LoopType>;

  /// \p around: a loop of the host around \p root that the kernel runs itself
  /// (runsInKernel); null for none.
  GridMapper(const Program &program, const Types &types, LoopNode root,
             const LoopNode *around = nullptr)
      : program(program), types(types), name(root.marks.gpu.kernel) {
    if (around)
      serial = *around;
    if (root.marks.takesTickets())
      tickets = root.marks.tickets;
    resident = root.marks.gpu.resident;
    blocksAtOnce = root.marks.gpu.blocksAtOnce;
    body.push_back(std::move(root));
  }

  llvm::Error make();
  /// Makes \p others, of kernels beside this one, parts of it: in one launch
  /// each has blocks of its own, in this order. All are made.
  llvm::Error fuse(std::vector<GridMapper> others);
  /// The kernel, behind the function that it calls if there is one.
  std::vector<LoopFunction> functions() const;
  /// The call of sparsec_launch and the test of its status.
  LoopNode launch() const;
  /// Where its threads have elements of their own in global memory.
  const PlanArrays &planArrays() const { return threadArrays; }

private:
  using Nodes = std::vector<LoopNode>;
  using Level = GpuMark::Level;
  using Key = std::pair<Level, unsigned>;
  using Names = std::set<std::string>;

  /// One dimension of a grid or of its blocks.
  struct Dimension {
    unsigned loops = 0;
    std::string loop; ///< the first one's variable
    /// The value that the first thread or block has. Absent: its loops start
    /// at different values, and thread t has those that are t modulo `threads`.
    std::optional<LoopExpr> first;
    /// From one thread's value to the next one's.
    long step = 1;
    /// Grid: its greatest is the number of blocks. Host expressions.
    std::vector<LoopExpr> counts;
    /// Block: threads.
    long threads = 0;
  };

  /// What is around a node.
  struct Place {
    std::set<Key> covered; ///< dimensions of the mapped loops
    bool isAtomic = false; ///< one of them updates atomically
  };

  /// Variables of the kernel; \c serial: those that change from one iteration
  /// of an unmapped loop to the next.
  struct Scope {
    Names inside, serial;
  };

  /// The parameters of a function on the GPU.
  struct Signature {
    /// No other thread writes what is written while it runs.
    bool restrictsWritten = false;
    std::vector<LoopParameter> parameters;
    /// What the host passes for them.
    std::vector<std::string> arguments;
    /// What arrays among them take that are passed by value.
    long constantBytes = 0;
  };

  /// One of the kernels that are launched together.
  struct Part {
    Nodes body;
    std::vector<LoopExpr> blocks;   ///< in x, y, z; host expressions
    std::vector<std::string> loops; ///< on blocks, by dimension; "" for none
    std::vector<long> threads;      ///< in x, y, z
    long sharedBytes = 0;
    bool needsBlock = false; ///< its threads wait for all of its block
    bool needsWarps = false; ///< .. or exchange values in warps
    long threadCount() const { return threads[0] * threads[1] * threads[2]; }
  };
  /// A number that the host computes for the kernel: how many blocks there are
  /// of a part, or before it.
  struct Counted {
    std::string name;
    LoopExpr value; ///< a host expression
  };
  /// What kernels that are launched together are launched as.
  struct FusedLaunch {
    std::vector<Counted> begins; ///< the first block of each part but the first
    std::vector<Counted> counts; ///< of blocks, in one dimension of a part
    LoopExpr blocks;             ///< in all
    std::vector<long> threads;
  };

  Part asPart() const;
  llvm::Error checkParts(const std::vector<Part> &parts) const;
  std::string unusedNumber(std::string stem) const;
  LoopExpr countOf(const Part &part, unsigned dimension);
  LoopExpr blockOf(const Part &part, unsigned dimension, const LoopExpr &block);
  LoopExpr threadOf(const Part &part, unsigned dimension) const;
  Nodes numbered(Part part, const LoopExpr &block);
  Nodes ofParts(std::vector<Part> parts);
  LoopNode launchOfParts() const;

  llvm::Error measure(const Nodes &nodes, Scope scope);
  llvm::Error measureLoop(const LoopNode &loop, const Scope &scope);
  llvm::Error measureBlocks(const LoopNode &loop, const Scope &scope);
  llvm::Error checkCombined(const LoopNode &loop) const;
  llvm::Error checkAtomic(const LoopNode &loop) const;
  llvm::Error checkSegments(const LoopNode &loop) const;
  llvm::Error checkGroups() const;
  llvm::Error checkGroup(unsigned dimension) const;
  llvm::Error checkSegmentGroup() const;
  long strideOf(unsigned dimension) const;
  void addFirst(Dimension &dimension, const LoopNode &loop,
                const Scope &scope) const;
  LoopExpr firstValue(const LoopNode &loop, const Dimension &dimension) const;
  Nodes mapped(Nodes nodes, const Place &place) const;
  Nodes mappedLoop(LoopNode loop, Place place) const;
  Nodes onThreads(LoopNode loop, const Place &place) const;
  LoopNode onItsThread(LoopNode loop, const Dimension &dimension) const;
  std::string unusedName(std::string stem) const;
  Nodes inSegments(LoopNode loop, const Place &place) const;
  void addToRun(LoopNode &node, const std::vector<LoopExpr> &run) const;
  Nodes combined(LoopNode update, const Place &place) const;
  bool isRepeated(const LoopNode &node) const;
  bool holdsRepeated(const LoopNode &root) const;
  Nodes statementLocal(LoopNode local, const Place &place) const;
  LoopNode onlyOnce(LoopNode node, const Place &place) const;
  void makeAtomic(LoopNode &node) const;
  bool isShared(const LoopNode &update) const;
  LoopNode byTickets(LoopNode loop) const;
  LoopNode inTurns(LoopNode loop, const LoopExpr &block) const;
  Nodes inSerialLoop(Nodes nodes) const;
  bool gainsByFunction() const;
  std::string iterationName() const;
  llvm::Error callIteration();
  std::pair<LoopExpr, Nodes> mostBlocks(const LoopExpr &blocks) const;
  void readAhead(Nodes &nodes) const;
  std::vector<LoopNode> loadsAhead(Nodes &nodes, size_t from) const;
  LoopExpr loadedAhead(LoopExpr expr, const Names &late,
                       std::vector<LoopNode> &locals) const;
  bool isLoadedAhead(const LoopExpr &load, const Names &late) const;
  bool isPublication(const std::string &array) const;
  bool awaits(const LoopNode &root) const;
  void publish(Nodes &nodes) const;
  void takeTicket();
  llvm::Error declareShared();
  long runtimeSharedBytes() const;
  llvm::Error placeThreadStorage();
  llvm::Expected<LoopExpr> blocksAtInspection() const;
  llvm::Error collectParameters(Signature &signature);
  llvm::Error addArray(Signature &signature, const std::string &used,
                       const Names &written);
  void addStructures(Signature &signature, const std::string &structures,
                     const Names &written) const;
  std::string parameterName(const std::string &used);
  llvm::Error refuse(const llvm::Twine &why) const;
  bool hasBarriers() const;
  long threadsOfBlock() const;
  std::vector<LoopExpr> sizes(Level level) const;

  const Program &program;
  const Types &types;
  std::string name;
  Nodes body;
  std::map<Key, Dimension> dimensions;
  /// Private scalars and arrays that every thread sets for itself.
  Names repeated;
  Signature signature;
  /// Members of structures => the parameters that the kernel has for them.
  std::map<std::string, std::string> members;
  PlanArrays threadArrays;
  long threadSharedBytes = 0; ///< of a block, for what threads keep
  /// LoopMarks::tickets, and the kernel's variable; empty when there are none.
  std::string tickets, ticket;
  /// The loop of the host that the kernel runs, and in it the kernel's loops.
  std::optional<LoopNode> serial;
  /// What is done between two barriers, where it is a function of its own.
  std::optional<LoopFunction> iteration;
  /// Where kernels are launched together.
  std::optional<FusedLaunch> fused;
  long sharedBytes = 0;  ///< of a block, in all
  unsigned resident = 0; ///< GpuMark::resident
  unsigned blocksAtOnce = 0;
};

/// Gives loops on threads that begin at the greatest of a constant and other
/// values a constant start, and the rest a condition: equal numbers of threads.
void startAtConstants(std::vector<LoopNode> &nodes);
/// The number of a thread or block of a kernel.
LoopExpr indexOf(GpuMark::Level level, unsigned dimension);
/// How many blocks a kernel has.
LoopExpr blocksIn(unsigned dimension);
/// Whether GPUs update it atomically and exchange it between threads.
bool isWord(const ElementType &type);
/// Iterations of \p loop if that is a constant.
std::optional<long> constantTrips(const LoopNode &loop);
LoopExpr leastOf(const std::vector<LoopExpr> &values);
/// Private scalars and arrays in the kernel \p body that threads need which are
/// told apart by loops that do not stand around the assignment: every thread
/// sets them for itself.
std::set<std::string> repeatedPrivates(const std::vector<LoopNode> &body,
                                       const Program &program);

/// "sparsec_constant<int, 64>", of an array that kernels get by value.
LoopType constantType(const Array &array);

} // namespace sparsec

#endif // SPARSEC_TARGET_CUDA_GRIDMAPPER_H
