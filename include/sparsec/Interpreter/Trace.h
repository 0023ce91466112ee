//===- Trace.h - follows interpreted assignments ----------------*- C++ -*-===//
#ifndef SPARSEC_INTERPRETER_TRACE_H
#define SPARSEC_INTERPRETER_TRACE_H

#include "sparsec/Interpreter/Memory.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

struct LoopNode;
struct RuntimeFunction;

/// An argument of a call: an address, or a number.
struct Passed {
  void *address;
  long long number;
};

/// Calls a function of the source (RuntimeFunction::isUsers); what it returns,
/// 0 for nothing.
using UserCalls = std::function<long long(const RuntimeFunction &,
                                          const std::vector<Passed> &)>;

/// An element of an array that an assignment reads or writes; of arrays that a
/// thread has for itself, too.
struct TracedAccess {
  const std::string *array;
  const Cells *cells;
  size_t position;
  bool isRead, isWrite; ///< both: an update
};

/// What one assignment did, once it is done.
struct TracedAssignment {
  const std::string &statement;
  /// The loops around it, outermost first, and their values.
  const std::vector<std::pair<const LoopNode *, long long>> &loops;
  const std::vector<TracedAccess> &accesses;
};

/// Who follows a run.
struct Tracer {
  /// Called before the first execute phase; null: not.
  std::function<void()> begin;
  /// Called for each assignment of execute phases; null: nobody follows.
  std::function<void(const TracedAssignment &)> visit;
  /// Iterations of all loops of a phase together, after which the run fails
  /// with TooManyIterations; 0: any number.
  size_t mostIterations = 0;
  /// What inspectors are told of threads that there will be: how many tasks a
  /// wave has. One thread runs all.
  unsigned threads = 1;
  /// Null: loops that call one fail.
  UserCalls callUsers = nullptr;
};

} // namespace sparsec

#endif // SPARSEC_INTERPRETER_TRACE_H
