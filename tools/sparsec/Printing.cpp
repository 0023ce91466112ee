//===- Printing.cpp - looking inside a run --------------------------------===//

#include "Printing.h"

#include "sparsec/Analysis/Dependences.h"
#include "sparsec/Analysis/Explain.h"
#include "sparsec/Analysis/Relations.h"
#include "sparsec/Frontend/Format.h"
#include "sparsec/LoopText/LoopText.h"
#include "sparsec/PlanApi/Emit.h"
#include "sparsec/Poly/WorkLimit.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/FileOutput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

namespace sparsec {

/// \p phase as C. Between two steps its order may be one that has no code, such
/// as a bound's loop inside the loop that it bounds: then its loops.
static std::string phaseText(const Program &program, const Phase &phase) {
  llvm::Expected<std::string> code = emitPhase(program, phase);
  const std::string title = std::string("// ") + wordOf(phase.role);
  if (code)
    return title + "\n" + formatGenerated(*code);
  llvm::consumeError(code.takeError());
  Program only = program;
  only.phases = {phase};
  return title + "\n// (no C for this order; the loops)\n" +
         printLoops(only, true);
}

std::string programText(const Program &program, PrintFormat format) {
  if (format == PrintFormat::Loops)
    return printLoops(program, true);
  if (format == PrintFormat::Isl)
    return printIsl(program);
  std::string text;
  for (const Phase &phase : program.phases)
    text += phaseText(program, phase);
  return text;
}

/// Of all passes only those are shown that change something.
LoopObserver loopPrinter(const Options &options) {
  if (options.printLoopsAfter.empty())
    return nullptr;
  const bool all = llvm::is_contained(options.printLoopsAfter, "all");
  const std::set<std::string> asked(options.printLoopsAfter.begin(),
                                    options.printLoopsAfter.end());
  return [all, asked, before = std::string()](
             const Program &program, const Phase &phase, llvm::StringRef pass,
             const LoopAst &loops) mutable {
    const bool isAsked = asked.count(pass.str()) != 0;
    if (!all && !isAsked)
      return;
    std::string text = writeLoops(program, phase, loops);
    if (isAsked || pass == "lower" || text != before)
      llvm::errs() << "// " << pass << ", " << wordOf(phase.role) << " "
                   << llvm::join(phase.tree.statements(), ", ") << "\n"
                   << text;
    before = std::move(text);
  };
}

void printLoopList(const Program &program) {
  llvm::outs() << printLoops(program);
  for (const std::string &name : program.executePhase().tree.statements()) {
    const Statement &statement = program.statement(name);
    llvm::outs() << name << " at " << statement.location << ": "
                 << statement.source << "\n";
  }
}

/// The loops of the execute phase with no loop around them.
static std::vector<const ScheduleTree *>
outermostLoops(const Program &program) {
  std::vector<const ScheduleTree *> loops;
  for (const std::string &name : program.executePhase().tree.statements()) {
    auto around = program.executePhase().tree.loopsAround(name);
    if (!around.empty() && !llvm::is_contained(loops, around.front()))
      loops.push_back(around.front());
  }
  return loops;
}

void printDependences(const Program &program, DependenceFormat format) {
  if (format == DependenceFormat::None)
    return;
  if (format == DependenceFormat::Dot) {
    llvm::outs() << dependenceGraph(program);
    return;
  }
  for (const Phase &phase : program.phases)
    for (const MayDependence &dependence : mayDependences(program, phase))
      llvm::outs() << describe(dependence, program) << "\n";
  for (const ScheduleTree *loop : outermostLoops(program)) {
    std::vector<CarriedRelation> relations = relationsCarriedBy(
        program, program.executePhase(), *loop, /*witnesses=*/true);
    llvm::outs() << "loop " << loop->name << " carries " << summaryOf(relations)
                 << "\n";
    for (const CarriedRelation &relation : relations)
      llvm::outs() << "  " << describe(relation, relations) << "\n";
  }
}

llvm::Error explain(const RecipeResult &result, const Explanation &asked) {
  std::vector<std::string> names;
  for (const Phase &phase : result.program.phases)
    llvm::append_range(names, phase.tree.statements());
  if (!asked.statement.empty() && !llvm::is_contained(names, asked.statement))
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "-explain: the result has no statement '%s', only %s%s",
        asked.statement.c_str(), llvm::join(names, ", ").c_str(),
        didYouMean(asked.statement, names).c_str());
  for (const Tunable &tunable : result.tunables)
    llvm::errs() << "param " << tunable.name << " = "
                 << tunable.text.value_or(std::to_string(tunable.value))
                 << "\n";
  if (!asked.isShort)
    llvm::errs() << explainFacts(result.program);
  llvm::errs() << explainLoops(result.program,
                               {.statement = asked.statement,
                                .wantsConflicts = !asked.isShort,
                                .wantsInspectors = !asked.isShort});
  return llvm::Error::success();
}

void StepPrinter::operator()(const DoneStep &step) {
  const Explanation &asked = options.explain;
  if (asked.isAsked)
    llvm::errs() << step.place.text() << ": remark: step " << step.number
                 << ": " << step.call << "\n"
                 << explainChecks(step.report, step.after,
                                  asked.isShort || !asked.statement.empty());
  if (!step.isTransform)
    return;
  bool prints = options.printAfterAll ||
                llvm::is_contained(options.printAfter, step.name);
  if ((!prints && options.dumpDir.empty()) || !failure.empty())
    return;
  // What is printed is no part of the recipe, whose work has a limit.
  const poly::UncountedWork uncounted(step.after.context.ctx());
  const std::string text = "// after step " + std::to_string(step.number) +
                           ": " + step.call + "\n" +
                           programText(step.after, options.printFormat);
  if (prints)
    llvm::errs() << text;
  if (options.dumpDir.empty())
    return;
  std::string path;
  llvm::raw_string_ostream(path)
      << options.dumpDir << "/" << llvm::format("%02u", unsigned(step.number))
      << "-" << step.name << ".txt";
  if (std::error_code error =
          llvm::sys::fs::create_directories(options.dumpDir)) {
    failure = "cannot make '" + options.dumpDir + "': " + error.message();
    return;
  }
  if (llvm::Error error = writeFile(path, text))
    failure = llvm::toString(std::move(error));
}

llvm::Error StepPrinter::takeError() {
  if (failure.empty())
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(), failure);
}

} // namespace sparsec
