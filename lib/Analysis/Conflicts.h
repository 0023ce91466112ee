//===- Conflicts.h - what iterations of one loop share ----------*- C++ -*-===//
///
/// \file
/// What the questions about one loop (Parallelism.cpp) share with the check of
/// all marked loops after a step (ParallelMarks.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef SPARSEC_LIB_ANALYSIS_CONFLICTS_H
#define SPARSEC_LIB_ANALYSIS_CONFLICTS_H

#include "StepCheck.h"

#include "sparsec/Analysis/Checker.h"

#include <functional>
#include <optional>

namespace sparsec {

/// Whether a touch of a statement was proved before not to conflict.
using IsDecided = std::function<bool(const Statement &, const Touch &)>;

/// Who runs iterations at once. Lanes are those of one vector, and share the
/// element of a reduction in the innermost loop; parts are joined behind any
/// loop. Updaters are threads that update any elements atomically, Owners those
/// that have a copy of the array each. Scanners count what those before them
/// add (Scans.h). Gatherers add up runs of updates of one element.
enum class Runners {
  Threads,
  Lanes,
  Parts,
  ThreadParts,
  Updaters,
  Owners,
  Scanners,
  Gatherers
};

/// Those that make updates of elements that they share as \p updates says.
inline Runners runnersOf(LoopMarks::Updates updates) {
  switch (updates) {
  case LoopMarks::Updates::None:
    return Runners::Threads;
  case LoopMarks::Updates::Parts:
    return Runners::ThreadParts;
  case LoopMarks::Updates::Atomic:
    return Runners::Updaters;
  case LoopMarks::Updates::Private:
    return Runners::Owners;
  case LoopMarks::Updates::Scanned:
    return Runners::Scanners;
  case LoopMarks::Updates::Segments:
    return Runners::Gatherers;
  }
  llvm_unreachable("an enumerator");
}

/// Whether no loop is inside \p loop.
bool isInnermost(const ScheduleTree &loop);

/// Whether both assign one value, the same in all iterations, to elements of
/// \p array.
bool storeOneValue(const Program &program, const Statement &first,
                   const Statement &second, const std::string &array);

/// Updates of \p array in \p loop of which a later one may be of an element
/// before that of an earlier one (RunOrder.cpp); none if there are none.
std::optional<Refusal> disorderIn(const Program &program,
                                  const ScheduleTree &loop,
                                  const std::string &array, Record &record);

/// Why iterations of \p loop cannot share \p element, an extremum with what
/// goes along with it; \p areLanes: of a vector.
std::string sharedTuple(const ScheduleTree &loop, const std::string &element,
                        bool areLanes);

/// Two iterations of \p loop that \p runners must not run at once; none if
/// there are no such iterations.
std::optional<Refusal> conflictIn(const Program &program,
                                  const ScheduleTree &loop, Runners runners,
                                  Record &record,
                                  const IsDecided &isDecided = nullptr,
                                  Rounding rounding = Rounding::AsProgram);

} // namespace sparsec

#endif
