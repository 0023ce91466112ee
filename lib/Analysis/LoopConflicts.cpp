//===- LoopConflicts.cpp - what forbids a loop to run at once -------------===//
///
/// \file
/// Questions about a loop by its name, which ParallelLoop answers
/// (Parallelism.cpp).
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"

#include "Conflicts.h"
#include "Record.h"

namespace sparsec {

static std::optional<Refusal> conflictOf(const Program &program,
                                         const std::string &statement,
                                         const std::string &loop,
                                         Runners runners, Rounding rounding) {
  const Phase *phase = program.phaseOf(statement);
  const ScheduleTree *node =
      phase ? phase->tree.findLoop(statement, loop) : nullptr;
  if (!node)
    return Refusal{"there is no loop '" + loop + "' around '" + statement + "'",
                   "", ""};
  Record unread(nullptr, "");
  return conflictIn(program, *node, runners, unread, nullptr, rounding);
}

std::string sharedTuple(const ScheduleTree &loop, const std::string &element,
                        bool areLanes) {
  return "loop '" + loop.name + "' carries the extremum in " + element +
         ", with what goes along: " +
         (areLanes ? "lanes have no parts of that"
                   : "threads have parts where all iterations update one, by "
                     "{reduction = true} of parallel");
}

std::optional<Refusal> conflictAcross(const Program &program,
                                      const std::string &statement,
                                      const std::string &loop, bool lanes) {
  return conflictOf(program, statement, loop,
                    lanes ? Runners::Lanes : Runners::Threads,
                    Rounding::AsProgram);
}

std::optional<Refusal> conflictInParts(const Program &program,
                                       const std::string &statement,
                                       const std::string &loop) {
  return conflictOf(program, statement, loop, Runners::Parts,
                    Rounding::AsProgram);
}

std::optional<Refusal> conflictInUpdates(const Program &program,
                                         const std::string &statement,
                                         const std::string &loop,
                                         LoopMarks::Updates updates) {
  return conflictOf(program, statement, loop, runnersOf(updates),
                    Rounding::AsProgram);
}

std::string whyNotParallel(const Program &program, const std::string &statement,
                           const std::string &loop, Rounding rounding) {
  auto conflict =
      conflictOf(program, statement, loop, Runners::Threads, rounding);
  return conflict ? conflict->why : "";
}

std::string whyNotSimd(const Program &program, const std::string &statement,
                       const std::string &loop) {
  auto conflict = conflictAcross(program, statement, loop, /*lanes=*/true);
  return conflict ? conflict->why : "";
}

} // namespace sparsec
