//===- Machine.h - what runs interpreted loops ------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_INTERPRETER_MACHINE_H
#define SPARSEC_LIB_INTERPRETER_MACHINE_H

#include "Number.h"

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <random>
#include <string>
#include <unordered_map>
#include <vector>

namespace sparsec {

/// Runs the nodes of one phase; throws Fault and Unknown.
class Machine {
public:
  Machine(const Program &program, Memory &memory, unsigned seed)
      : program(program), memory(memory), random(seed), shuffles(seed != 0) {}

  void run(const std::vector<LoopNode> &nodes);

private:
  // Machine.cpp
  void runNode(const LoopNode &node);
  void runFor(const LoopNode &loop);
  void runAssign(const LoopNode &node);
  void declare(const LoopNode &node);

  // Evaluate.cpp
  Number evaluate(const LoopExpr &expr);
  Number use(const LoopExpr &expr);
  Number integer(const LoopExpr &expr);
  Number decided(const LoopExpr &expr, bool byFalse);
  Number valueOf(const LoopExpr &variable);
  Number pick(const LoopExpr &expr, bool isLeast);
  Number operands(const LoopExpr &expr, llvm::StringRef op);

  /// An element of an array, or a scalar.
  struct Place {
    Cells *cells;
    size_t position;
  };
  Place locate(const LoopExpr &load);
  long long positionOf(const LoopExpr &load);
  Number read(const LoopExpr &load);
  Cells &cellsOf(const std::string &array);
  /// Gives an array of the plan or a workspace its elements.
  Cells &allocate(const std::string &array);
  long long extentOf(const Array &array, size_t dimension);
  long long elementsOf(const Array &array);
  long long parameter(const std::string &name);
  void setNumber(const std::string &name, long long value);

  // Actions.cpp
  void act(const LoopNode &node);
  class Worker;

  const Program &program;
  Memory &memory;
  std::mt19937 random;
  const bool shuffles;
  std::unordered_map<std::string, Number> locals;
};

} // namespace sparsec

#endif // SPARSEC_LIB_INTERPRETER_MACHINE_H
