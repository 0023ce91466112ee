//===- InterpretedCases.h - verification without a compiler -----*- C++ -*-===//
#ifndef SPARSEC_BENCH_INTERPRETEDCASES_H
#define SPARSEC_BENCH_INTERPRETEDCASES_H

#include "sparsec/Bench/Inputs.h"
#include "sparsec/Bench/Report.h"
#include "sparsec/Interpreter/Memory.h"

#include "llvm/Support/Error.h"

namespace sparsec::bench {

/// What is interpreted: the source, and what a recipe has made of it.
struct InterpretedPair {
  const Program &source, &result;
  const Kernel &kernel;
  /// Free orders of the source's loops, and the program that tells the order;
  /// null where the source's order counts.
  const std::vector<FreeOrder> orders = {};
  const Program *teller = nullptr;
  /// Results must have the same bits.
  bool isExact = false;
};

/// The arguments \p inputs of \p program, before a phase runs.
Memory memoryOf(const Program &program, const Kernel &kernel,
                const Inputs &inputs);

/// Interprets both on each of \p cases and compares the results as a driver
/// does, the loops after the last pass in \p orders orders of iterations,
/// blocks and threads. Fails where something is not interpreted.
llvm::Expected<DriverReport> interpretCases(const InterpretedPair &pair,
                                            llvm::ArrayRef<Inputs> cases,
                                            unsigned orders);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_INTERPRETEDCASES_H
