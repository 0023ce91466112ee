//===- LoopReport.cpp - which loops are parallel, or why not --------------===//

#include "sparsec/Analysis/LoopReport.h"

#include "Record.h"
#include "StepCheck.h"

#include "sparsec/Analysis/Checker.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace sparsec {
namespace {

/// Where the loop stands in the source, or else the first statement in it.
SourceSpan spanOf(const Program &program, const ScheduleTree &loop) {
  SourceSpan span = loop.span;
  for (const std::string &name : loop.statements())
    if (!span.isKnown())
      span = program.statement(name).span;
  return span;
}

void judge(const Program &program, const ScheduleTree &loop,
           LoopReport &report) {
  using Verdict = LoopReport::Verdict;
  const std::string statement = loop.statements().front();
  report.reason = whyNotParallel(program, statement, loop.name);
  report.marks = loop.marks;
  // What iterations update together is then shared as the marks say.
  report.isMarked = loop.marks.isConcurrent();
  if (report.reason.empty() || report.isMarked) {
    report.verdict = Verdict::Parallel;
    return;
  }
  const bool inLanes = loop.marks.simd || loop.marks.lanes;
  if (inLanes || whyNotSimd(program, statement, loop.name).empty()) {
    report.verdict = Verdict::Lanes;
    report.isMarked = inLanes;
    return;
  }
  Program reordered = program;
  reordered.allowReassociation = true;
  if (whyNotSimd(reordered, statement, loop.name).empty())
    report.verdict = Verdict::Rounds;
}

ConflictReport::Side sideOf(const Statement &statement, const Touch &touch,
                            llvm::StringRef prime) {
  RefusedAccess access = refusedAccess(statement, touch, prime);
  return {std::move(access.text), access.span};
}

ConflictReport conflictAt(const Program &program, const Conflict &conflict,
                          const OrderLevel &level) {
  ConflictReport report;
  report.kind = kindText(conflict.first, conflict.second);
  report.first = sideOf(conflict.source, conflict.first, "");
  report.second = sideOf(conflict.sink, conflict.second, "'");
  const UninterpretedFunctionSolver &facts = conflict.pair.facts;
  report.isCarried = !proves(program.context.ctx(),
                             [&] { return facts.provesEmpty(level.order); });
  if (!report.isCarried)
    report.facts = witnessesOf(facts, level.order);
  return report;
}

using ConflictsOfLoops =
    std::map<const ScheduleTree *, std::vector<ConflictReport>>;

ConflictsOfLoops conflictsOf(const Program &program, const Phase &phase,
                             const LoopChoice &choice) {
  ConflictsOfLoops conflicts;
  if (!choice.wantsConflicts)
    return conflicts;
  forEachConflict(program, phase, [&](const Conflict &conflict) {
    if (!choice.statement.empty() && conflict.source.name != choice.statement &&
        conflict.sink.name != choice.statement)
      return;
    for (const OrderLevel &level : conflict.levels)
      if (level.loop)
        conflicts[level.loop].push_back(conflictAt(program, conflict, level));
  });
  return conflicts;
}

} // namespace

std::vector<LoopReport> reportLoops(const Program &program,
                                    const LoopChoice &choice) {
  std::vector<LoopReport> reports;
  for (const Phase &phase : program.phases) {
    auto isChosen = [&](const ScheduleTree &tree) {
      return choice.statement.empty() ||
             llvm::is_contained(tree.statements(), choice.statement);
    };
    if (!isChosen(phase.tree) ||
        (!choice.wantsInspectors && phase.role != Phase::Role::Execute))
      continue;
    ConflictsOfLoops conflicts = conflictsOf(program, phase, choice);
    phase.tree.walk([&](const ScheduleTree &node) {
      if (!node.isLoop() || !isChosen(node))
        return;
      LoopReport report;
      report.role = phase.role;
      report.loop = node.name;
      report.statements = node.statements();
      report.span = spanOf(program, node);
      judge(program, node, report);
      report.conflicts = std::move(conflicts[&node]);
      reports.push_back(std::move(report));
    });
  }
  return reports;
}

} // namespace sparsec
