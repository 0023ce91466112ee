//===- Interpreter.h - loops of a program without a C compiler --*- C++ -*-===//
///
/// \file
/// Runs the loops of a program's phases, as they are after any pass of code
/// generation, on arrays in memory. Out of bounds, the value of what nothing
/// has set, a division by zero and a runtime function that fails are errors.
/// Iterations of parallel loops may run in any order: a seed chooses one. Two
/// of them that touch one element, one of them writing, are an error.
///
/// Loops on blocks and threads of a GPU are run as the kernels that they
/// become, from the pass on that puts barriers into them: blocks and threads in
/// any order, each thread to its next barrier. A race, or a barrier that not
/// all threads come to, is an error, too.
///
/// Passes are tested with it: what a program computes is the same after each of
/// them.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_INTERPRETER_INTERPRETER_H
#define SPARSEC_INTERPRETER_INTERPRETER_H

#include "sparsec/IR/Program.h"
#include "sparsec/Interpreter/Memory.h"
#include "sparsec/Interpreter/Trace.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// The loops of all phases of a program, in order, after one pass.
struct LoopSnapshot {
  std::string pass; ///< "lower" before the first one
  std::vector<LoopAst> phases;
  /// Threads of kernels are ordered by barriers, not by the loops' order.
  bool hasBarriers = false;
};

/// The loops of \p program before and after each pass, in the order of the
/// pipeline. They point into \p program.
llvm::Expected<std::vector<LoopSnapshot>> loopSnapshots(const Program &program);

/// Those before the first pass, and those after the last one, alone: each takes
/// a part of the time.
llvm::Expected<LoopSnapshot> loopsBeforePasses(const Program &program);
llvm::Expected<LoopSnapshot> loopsAfterPasses(const Program &program);

/// An error that says that \p program, or something in it, is not interpreted.
class NotInterpreted : public llvm::ErrorInfo<NotInterpreted> {
public:
  static inline char ID = 0;
  explicit NotInterpreted(std::string what) : what(std::move(what)) {}
  void log(llvm::raw_ostream &out) const override {
    out << what << " is not interpreted";
  }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  const std::string what;
};

/// A phase has more iterations than a tracer allows.
class TooManyIterations : public llvm::ErrorInfo<TooManyIterations> {
public:
  static inline char ID = 0;
  void log(llvm::raw_ostream &out) const override {
    out << "its loops have too many iterations";
  }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// Runs \p loops, of \p program, phase by phase. \p memory has the caller's
/// arrays and the parameters that are given, and then what was made. \p seed
/// orders the iterations of parallel loops; 0: as they stand. \p tracer, if
/// any, follows.
llvm::Error interpret(const Program &program, const LoopSnapshot &loops,
                      Memory &memory, unsigned seed = 0,
                      const Tracer &tracer = {});

} // namespace sparsec

#endif // SPARSEC_INTERPRETER_INTERPRETER_H
