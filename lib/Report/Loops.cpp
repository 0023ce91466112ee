//===- Loops.cpp - what a report says of loops ----------------------------===//

#include "sparsec/Recipe/ParallelRemedies.h"
#include "sparsec/Report/Report.h"

namespace sparsec {

/// Whether a search for remedies is of use: of loops inside others a recipe's
/// author asks seldom, and it takes a second. Tasks of a wave are parallel.
static bool isSearched(const Program &program, const LoopReport &report) {
  if (report.role != Phase::Role::Execute ||
      report.verdict == LoopReport::Verdict::Parallel)
    return false;
  const ScheduleTree &outermost =
      *program.executePhase()
           .tree.loopsAround(report.statements.front())
           .front();
  return outermost.name == report.loop && !outermost.marks.wave.isSet();
}

static std::vector<ReportedLoop>
loopsOf(const Program &program,
        const std::function<bool(const Program &)> &hasCode) {
  std::vector<ReportedLoop> loops;
  for (LoopReport &report : reportLoops(program)) {
    std::vector<std::string> remedies;
    if (isSearched(program, report))
      remedies = remediesForParallel(program, report.statements.front(),
                                     report.loop, hasCode);
    loops.push_back({std::move(report), std::move(remedies)});
  }
  return loops;
}

void addLoops(Report &report,
              const std::function<bool(const Program &)> &hasCode) {
  report.sourceLoops = loopsOf(report.source, hasCode);
  if (!report.recipe.empty())
    report.loops = loopsOf(report.result, hasCode);
}

} // namespace sparsec
