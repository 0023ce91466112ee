//===- Machine.h - what runs interpreted loops ------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_INTERPRETER_MACHINE_H
#define SPARSEC_LIB_INTERPRETER_MACHINE_H

#include "Number.h"
#include "ParallelLoop.h"

#include "sparsec/IR/Program.h"
#include "sparsec/Interpreter/Trace.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <map>
#include <optional>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

namespace sparsec {

class KernelRun;

/// What one thread has for itself.
struct ThreadValues {
  std::unordered_map<std::string, Number> locals;
  /// Arrays that are declared in loops, and vectors.
  std::map<std::string, Cells> arrays;
  /// Copies that the first thread does without, and the arrays instead.
  std::map<std::string, std::string> inPlace;
};

/// More iterations than a tracer allows.
struct TooLong {};

/// Runs the nodes of one phase; throws Fault, Unknown and TooLong.
class Machine {
public:
  /// \p makesKernels: mapped loops are run by blocks and threads, which
  /// barriers order; else one iteration after the other.
  Machine(const Program &program, Memory &memory, unsigned seed,
          bool makesKernels, const Tracer &tracer)
      : program(program), memory(memory), random(seed), shuffles(seed != 0),
        makesKernels(makesKernels), tracer(tracer) {}

  void run(const std::vector<LoopNode> &nodes);

private:
  friend class KernelRun;
  friend class Grid;

  // Machine.cpp
  void runNode(const LoopNode &node);
  void runFor(const LoopNode &node);
  /// \p areThreads: as those that `threads` counts.
  void runIterations(const LoopNode &loop, const std::vector<long long> &values,
                     bool areThreads);
  /// The iterator's values, in order.
  std::vector<long long> valuesOf(const LoopNode &loop);
  void runIteration(const LoopNode &loop, long long value);
  void copyRow(const LoopNode &node);
  void runAssign(const LoopNode &node);
  void runTuple(const LoopNode &update);
  void runTraced(const LoopNode &node);
  void runVectorAssign(const LoopNode &node, Cells &vector);
  void runLocal(const LoopNode &node);
  void loadVector(const LoopNode &node, const LoopExpr &first);
  void storeVector(const LoopNode &node);
  void declare(const LoopNode &node);
  /// Runs the body of a mapped loop as a kernel.
  void launch(const LoopNode &root);

  // Evaluate.cpp
  Number evaluate(const LoopExpr &expr);
  Number use(const LoopExpr &expr);
  Number integer(const LoopExpr &expr);
  Number decided(const LoopExpr &expr, bool byFalse);
  Number valueOf(const LoopExpr &variable);
  Number argument(const LoopExpr &expr, size_t pos);
  Number pick(const LoopExpr &expr, bool isLeast);
  Number chosen(const LoopExpr &choice);
  LoopType typeOf(const LoopExpr &expr);
  Number operands(const LoopExpr &expr, Operator op);
  Number member(const LoopExpr &expr);
  Number increment(const LoopExpr &place);

  // Storage.cpp
  /// An element of an array, or a scalar.
  struct Place {
    Cells *cells;
    size_t position;
  };
  Place locate(const LoopExpr &load);
  Place placeOfVector(const LoopExpr &first, const LoopType &type);
  long long positionOf(const LoopExpr &load);
  Number read(const LoopExpr &load);
  /// An access of an element; throws Fault where it races with another one.
  void noteRead(const Place &place, const std::string &array);
  void noteWrite(const Place &place, const std::string &array, Update op,
                 bool isAtomic);
  /// Assigns a local, a parameter, a scalar or an element.
  void assign(const LoopExpr &target, Update op, const Number &value,
              bool isAtomic);
  Cells &cellsOf(const std::string &array);
  Cells *ownCells(const std::string &array);
  /// Gives an array of the plan or a workspace its elements.
  Cells &allocate(const std::string &array);
  Cells makeCells(const Array &array);
  long long extentOf(const Array &array, size_t dimension);
  long long elementsOf(const Array &array);
  long long parameter(const std::string &name);
  void setNumber(const std::string &name, long long value);

  // Calls.cpp
  Number callFunction(const LoopExpr &call);
  /// \p isTwin: the function for GPUs, by what the host's does.
  Number callRow(const LoopExpr &call, llvm::StringRef name, bool isTwin);
  bool callMemory(const LoopExpr &call);
  bool callThreads(const LoopExpr &call, Number &result);
  Number callVisit(const LoopExpr &call);
  void waitFor(const LoopExpr &call);
  Number shareOf(const LoopExpr &call, bool isWide);

  // Actions.cpp
  void act(const LoopNode &node);
  class Worker;

  const Program &program;
  Memory &memory;
  std::mt19937 random;
  const bool shuffles, makesKernels;
  /// Who follows, if anyone; what it is told of the assignment that runs, and
  /// of the loops around that.
  const Tracer tracer;
  size_t iterations = 0;
  std::vector<TracedAccess> accesses;
  std::vector<std::pair<const LoopNode *, long long>> loopsAround;
  ThreadValues host;
  /// Of the thread that runs.
  ThreadValues *frame = &host;
  /// Where loops run on threads; null on the host.
  KernelRun *kernel = nullptr;
  /// Elements that the update of a tuple has set last => where the value is
  /// from.
  std::map<std::pair<const Cells *, size_t>, std::vector<long long>>
      tuplePlaces;
  /// The parallel loop around what runs on the host; none outside of those.
  std::optional<ParallelLoop> threads;
  /// Extents of arrays as expressions, which isl takes some time for.
  std::unordered_map<const isl::pw_aff *, LoopExpr> extents;
  /// What leaves loops.
  enum class Flow { Next, Break, Continue, Return };
  Flow flow = Flow::Next;
  /// The element of vectors that is computed.
  size_t lane = 0;
  /// Slot => how many waves it has done.
  std::map<long long, long long> progress;
};

} // namespace sparsec

#endif // SPARSEC_LIB_INTERPRETER_MACHINE_H
