//===- Explain.cpp - what the analysis found, for people ------------------===//

#include "sparsec/Analysis/Explain.h"

#include "StepCheck.h"

#include "sparsec/Analysis/Checker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace sparsec {
namespace {

/// Where the loop stands in the source, or else the first statement in it.
std::string locationOf(const Program &program, const ScheduleTree &loop) {
  SourceSpan span = loop.span;
  for (const std::string &name : loop.statements())
    if (!span.isKnown())
      span = program.statement(name).span;
  return span.isKnown() ? program.function.location(span)
                        : program.function.file;
}

const char *roleText(Phase::Role role) {
  switch (role) {
  case Phase::Role::Inspect:
    return " of the inspector";
  case Phase::Role::Update:
    return " of the update";
  case Phase::Role::Execute:
    break;
  }
  return "";
}

std::string verdictOf(const Program &program, const ScheduleTree &loop) {
  const std::string statement = loop.statements().front();
  std::string parallel = whyNotParallel(program, statement, loop.name);
  if (parallel.empty())
    return loop.marks.parallel ? "runs in parallel" : "may run in parallel";
  std::string lanes = whyNotSimd(program, statement, loop.name);
  Program reordered = program;
  reordered.allowReassociation = true;
  bool onlyRounds =
      !lanes.empty() && whyNotSimd(reordered, statement, loop.name).empty();
  if (onlyRounds)
    return "may run in vector lanes after allow_reassociation(), not on "
           "threads: " +
           parallel;
  std::string verdict = !lanes.empty()    ? "is sequential: "
                        : loop.marks.simd ? "runs in vector lanes, not on "
                                            "threads: "
                                          : "may run in vector lanes, not on "
                                            "threads: ";
  return verdict + parallel;
}

/// " at 14:21", in the C source.
std::string placeText(const Program &program, const SourceSpan &span) {
  if (!span.isKnown())
    return "";
  auto [line, column] = program.function.lineAndColumn(span.begin);
  return " at " + std::to_string(line) + ":" + std::to_string(column);
}

/// "flow: S2[i] writes x[i] at 15:5, S1[i', j'] reads x[col(j')] at 14:21".
std::string accessesText(const Program &program, const Conflict &conflict) {
  RefusedAccess first = refusedAccess(conflict.source, conflict.first, "");
  RefusedAccess second = refusedAccess(conflict.sink, conflict.second, "'");
  return kindText(conflict.first, conflict.second) + ": " + first.text +
         placeText(program, first.span) + ", " + second.text +
         placeText(program, second.span);
}

std::string fateText(const Program &program,
                     const UninterpretedFunctionSolver &facts,
                     const isl::set &points) {
  if (!proves(program.context.ctx(), [&] { return facts.provesEmpty(points); }))
    return "carried";
  std::vector<std::string> witnesses = witnessesOf(facts, points);
  return "impossible " + (witnesses.empty()
                              ? std::string("whatever the index arrays hold")
                              : "by " + llvm::join(witnesses, " and "));
}

/// What is known of the iterations of each loop of one phase.
using LinesOfLoops = std::map<const ScheduleTree *, std::vector<std::string>>;

LinesOfLoops conflictsOf(const Program &program, const Phase &phase) {
  LinesOfLoops lines;
  forEachConflict(program, phase, [&](const Conflict &conflict) {
    for (const OrderLevel &level : conflict.levels)
      if (level.loop)
        lines[level.loop].push_back(
            "  " + accessesText(program, conflict) + ": " +
            fateText(program, conflict.pair.facts, level.order) + "\n");
  });
  return lines;
}

std::string explainLoop(const Program &program, const Phase &phase,
                        const ScheduleTree &loop) {
  return locationOf(program, loop) + ": remark: loop '" + loop.name + "'" +
         roleText(phase.role) + " around " +
         llvm::join(loop.statements(), ", ") + " " + verdictOf(program, loop) +
         "\n";
}

const char *originText(Fact::Origin origin) {
  switch (origin) {
  case Fact::Origin::Proved:
    return "proved";
  case Fact::Origin::Declared:
    return "declared, checked at run time";
  case Fact::Origin::Assumed:
    break;
  }
  return "assumed, never checked";
}

/// "3 by arithmetic, 2 by csr(n, m, index, col, a)".
std::string proofsOf(const StepReport::Check &check) {
  std::vector<std::string> parts;
  if (check.arithmetic)
    parts.push_back(std::to_string(check.arithmetic) + " by arithmetic");
  for (const auto &[facts, count] : check.byFacts)
    parts.push_back(std::to_string(count) + " by " +
                    llvm::join(facts, " and "));
  return llvm::join(parts, ", ");
}

/// The line of a check; "" when it had nothing to look at.
std::string explainCheck(const StepReport::Check &check) {
  std::vector<std::string> parts = check.notes;
  if (check.pairs)
    parts.push_back(std::to_string(check.pairs) +
                    (check.pairs == 1 ? " pair" : " pairs") +
                    " of accesses compared");
  if (std::string proofs = proofsOf(check); !proofs.empty())
    parts.push_back("excluded " + proofs);
  if (!check.needed.empty())
    parts.push_back("shown by " + llvm::join(check.needed, " and "));
  return parts.empty()
             ? ""
             : "  " + check.name + ": " + llvm::join(parts, "; ") + "\n";
}

} // namespace

std::string explainLoops(const Program &program) {
  std::string text;
  for (const Phase &phase : program.phases) {
    LinesOfLoops lines = conflictsOf(program, phase);
    phase.tree.walk([&](const ScheduleTree &node) {
      if (!node.isLoop())
        return;
      text += explainLoop(program, phase, node);
      text += lines.count(&node) ? llvm::join(lines.at(&node), "")
                                 : "  no two accesses conflict\n";
    });
  }
  return text;
}

std::string explainChecks(const StepReport &report, const Program &program) {
  std::string text;
  std::vector<std::string> idle;
  std::set<std::string> used;
  for (const StepReport::Check &check : report.checks) {
    std::string line = explainCheck(check);
    text += line;
    if (line.empty())
      idle.push_back(check.name);
    used.insert(check.needed.begin(), check.needed.end());
    for (const auto &[facts, count] : check.byFacts)
      used.insert(facts.begin(), facts.end());
  }
  if (!idle.empty())
    text += "  nothing to show for: " + llvm::join(idle, ", ") + "\n";
  std::set<std::string> told;
  for (const Fact &fact : program.facts)
    if (used.count(textOf(fact)) && told.insert(textOf(fact)).second)
      text += "  relies on " + textOf(fact) + " (" + originText(fact.origin) +
              ")\n";
  return text;
}

std::string explainFacts(const Program &program) {
  // One line of the source may state several facts.
  std::set<std::string> told;
  std::string text;
  for (const Fact &fact : program.facts) {
    std::string place =
        fact.location.empty() ? program.function.file : fact.location;
    std::string line = place + ": remark: fact: " + textOf(fact) + " (" +
                       originText(fact.origin) + ")\n";
    if (told.insert(line).second)
      text += line;
  }
  return text;
}

} // namespace sparsec
