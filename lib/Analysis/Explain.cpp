//===- Explain.cpp - what the analysis found, for people ------------------===//

#include "sparsec/Analysis/Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace sparsec {
namespace {

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

/// " at 14:21", in the C source.
std::string placeText(const Program &program, const SourceSpan &span) {
  if (!span.isKnown())
    return "";
  auto [line, column] = program.function.lineAndColumn(span.begin);
  return " at " + std::to_string(line) + ":" + std::to_string(column);
}

/// "flow: S2[i] writes x[i] at 15:5, S1[i', j'] reads x[col(j')] at 14:21:
/// carried".
std::string explainConflict(const Program &program,
                            const ConflictReport &conflict) {
  const std::string fate =
      conflict.isCarried ? "carried"
      : conflict.facts.empty()
          ? "impossible whatever the index arrays hold"
          : "impossible by " + llvm::join(conflict.facts, " and ");
  auto side = [&](const ConflictReport::Side &side) {
    return side.text + placeText(program, side.span);
  };
  return "  " + conflict.kind + ": " + side(conflict.first) + ", " +
         side(conflict.second) + ": " + fate + "\n";
}

std::string explainLoop(const Program &program, const LoopReport &loop,
                        bool hasConflicts) {
  std::string text =
      (loop.span.isKnown() ? program.function.location(loop.span)
                           : program.function.file) +
      ": remark: loop '" + loop.loop + "'" + roleText(loop.role) + " around " +
      llvm::join(loop.statements, ", ") + " " + verdictText(loop) + "\n";
  for (const ConflictReport &conflict : loop.conflicts)
    text += explainConflict(program, conflict);
  return loop.conflicts.empty() && hasConflicts
             ? text + "  no two accesses conflict\n"
             : text;
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

/// C tells a callee neither how long an array is nor what rows of pointers
/// point to; values are not looked at whether they are finite.
static bool canBeChecked(const Fact &fact) {
  return fact.kind != Fact::Kind::Extent &&
         fact.kind != Fact::Kind::AssumeFinite &&
         (fact.kind != Fact::Kind::NoAlias || fact.arrays.size() > 1);
}

/// Of one line of the source that states several facts some can be.
static bool canBeChecked(const Program &program, const Fact &fact) {
  return canBeChecked(fact) ||
         llvm::any_of(program.facts, [&](const Fact &other) {
           return canBeChecked(other) && other.location == fact.location &&
                  textOf(other) == textOf(fact);
         });
}

const char *originText(const Program &program, const Fact &fact) {
  switch (fact.origin) {
  case Fact::Origin::Proved:
    return "proved";
  case Fact::Origin::Declared:
    return canBeChecked(program, fact) ? "declared, checked at run time"
                                       : "declared, cannot be checked";
  case Fact::Origin::Assumed:
    break;
  }
  return "assumed, never checked";
}

/// How threads share what iterations update together.
static const char *sharingText(LoopMarks::Updates updates) {
  switch (updates) {
  case LoopMarks::Updates::Parts:
    return ", each thread with a part of what all update";
  case LoopMarks::Updates::Atomic:
    return ", with atomic updates";
  case LoopMarks::Updates::Private:
    return ", each thread with a copy of what it updates";
  case LoopMarks::Updates::Scanned:
    return ", each thread from the sum of what is before its iterations";
  case LoopMarks::Updates::Segments:
    return ", each thread with sums of runs that update one element";
  case LoopMarks::Updates::None:
    break;
  }
  return "";
}

static const char *sharingText(GpuMark::Sharing sharing) {
  switch (sharing) {
  case GpuMark::Sharing::Combined:
    return ", whose threads add up what they update together";
  case GpuMark::Sharing::Atomic:
    return ", with atomic updates";
  case GpuMark::Sharing::Segments:
    return ", neighbours with sums of runs that update one element";
  case GpuMark::Sharing::None:
    break;
  }
  return "";
}

/// "runs in parallel, with atomic updates".
static std::string wayText(const LoopMarks &marks) {
  if (marks.gpu.isMapped())
    return "runs in parallel on the GPU, " + marks.gpu.text() + " of " +
           marks.gpu.kernel + sharingText(marks.gpu.sharing);
  return std::string("runs in parallel") + sharingText(marks.updates);
}

std::string verdictText(const LoopReport &loop) {
  using Verdict = LoopReport::Verdict;
  switch (loop.verdict) {
  case Verdict::Parallel:
    return loop.isMarked ? wayText(loop.marks) : "may run in parallel";
  case Verdict::Lanes:
    return std::string(loop.isMarked ? "runs" : "may run") +
           " in vector lanes, not on threads: " + loop.reason;
  case Verdict::Rounds:
    return "may run in vector lanes after allow_reassociation(), not on "
           "threads: " +
           loop.reason;
  case Verdict::Sequential:
    break;
  }
  return "is sequential: " + loop.reason;
}

std::string explainLoops(const Program &program, const LoopChoice &choice) {
  std::string text;
  for (const LoopReport &loop : reportLoops(program, choice))
    text += explainLoop(program, loop, choice.wantsConflicts);
  return text;
}

/// All checks of a step, a line each.
static std::string linesOf(const StepReport &report) {
  std::string text;
  std::vector<std::string> idle;
  for (const StepReport::Check &check : report.checks) {
    std::string line = explainCheck(check);
    text += line;
    if (line.empty())
      idle.push_back(check.name);
  }
  if (!idle.empty())
    text += "  nothing to show for: " + llvm::join(idle, ", ") + "\n";
  return text;
}

std::string explainChecks(const StepReport &report, const Program &program,
                          bool isShort) {
  std::string text = isShort ? "" : linesOf(report);
  std::set<std::string> used;
  for (const StepReport::Check &check : report.checks) {
    used.insert(check.needed.begin(), check.needed.end());
    for (const auto &[facts, count] : check.byFacts)
      used.insert(facts.begin(), facts.end());
  }
  std::set<std::string> told;
  for (const Fact &fact : program.facts)
    if (used.count(textOf(fact)) && told.insert(textOf(fact)).second)
      text += "  relies on " + textOf(fact) + " (" + originText(program, fact) +
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
                       originText(program, fact) + ")\n";
    if (told.insert(line).second)
      text += line;
  }
  return text;
}

} // namespace sparsec
